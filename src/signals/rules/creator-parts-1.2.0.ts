import type { CreatorHistory } from '../../../contract/schemas/ranking.ts'
import { isAccused } from './deployer-1.2.0.ts'
import type { DeployerRecord } from '../deployer-record.ts'
import type { WalletFacts } from '../wallet-facts.ts'

/** Points for a wallet's past; together at most 100. */
export interface CreatorParts {
  age: number
  activity: number
  launches: number
  record: number
}

/** `history` has the launches on all chains, those in `wallet` included; null: only `wallet` is known. */
export const creatorParts = (
  wallet: WalletFacts,
  lists: DeployerRecord | null,
  history: CreatorHistory | null,
): CreatorParts => ({
  age: agePart(wallet),
  activity: activityPart(wallet),
  launches: launchesPart(wallet, lists, history),
  record: recordPart(wallet, lists),
})

type Step = [below: number, points: number]

const ageSteps: Step[] = [
  [1, 0],
  [7, 4],
  [30, 10],
  [90, 16],
  [365, 24],
  [Infinity, 30],
]
const activitySteps: Step[] = [
  [1, 0],
  [10, 4],
  [50, 10],
  [200, 15],
  [Infinity, 20],
]

/** Nothing is given for what isn't known. */
const pointsFor = (value: number | null, steps: Step[]): number =>
  (value !== null && steps.find(([below]) => value < below)?.[1]) || 0

const agePart = ({ hasHistory, walletAgeDays }: WalletFacts) => (hasHistory ? pointsFor(walletAgeDays, ageSteps) : 0)

const activityPart = ({ transactionCount }: WalletFacts) => pointsFor(transactionCount, activitySteps)

/** Living launches never count against the wallet. */
function launchesPart(wallet: WalletFacts, lists: DeployerRecord | null, history: CreatorHistory | null): number {
  const launched = history?.launched.all ?? wallet.tokensLaunched
  const recent = history?.launched.last7Days ?? wallet.launchesLast7Days
  const notAlive = launched - (history?.alive ?? 0)
  if (recent >= 3) return 0
  if (notAlive >= 10) return 4
  const isFew = launched >= 1 && notAlive <= 3 && (history === null || history.known === history.alive)
  const isClean = wallet.launchCountComplete && lists?.listsAsked && lists.evidenceClean && !isAccused(lists)
  return isFew && isClean ? 20 : 10
}

function recordPart({ walletAgeDays }: WalletFacts, lists: DeployerRecord | null): number {
  if (lists && isAccused(lists)) return 0
  if (!lists?.listsAsked) return 10
  if (lists.evidenceClean) return 30
  return walletAgeDays !== null && walletAgeDays >= 30 ? 20 : 10
}
