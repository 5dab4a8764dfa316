import { amount } from './amount-1.0.0.ts'
import { creatorParts } from './creator-parts-1.2.0.ts'
import { type Cap, capped, deployerCaps, evidenceWords, hasGaps, recordWords } from './deployer-1.2.0.ts'
import type { CreatorFacts } from '../gather-facts.ts'
import type { DeployerRecord } from '../deployer-record.ts'
import type { Measured } from '../schemas.ts'
import { stubSignal } from './stub-signal-1.0.0.ts'
import type { WalletFacts } from '../wallet-facts.ts'

/** The version of the creator rules; changing a number here bumps the prompt version. */
export const creatorRules = 'creator-rules@1.2.0'

/**
 * Scores the creator's wallet, 0–100: its age, activity and launches, and what is recorded against it. A submission can name
 * any wallet, so a wallet that nobody has signed with gives at most 50, whatever its past (D85, D104).
 */
export function scoreCreator({ at, wallet, source, lists, otherDeployer, isSigned }: KeptFacts): Measured {
  if (!wallet) return stubSignal('Not measured: a chain-data provider is pending (CREATOR_DATA_URL is not set).')
  const parts = creatorParts(wallet, lists)
  const sum = parts.age + parts.activity + parts.launches + parts.record
  const named = isSigned ? [] : [unsigned, ...namedCaps(otherDeployer)]
  const name = source?.name ?? ''
  const caps = [...(lists ? deployerCaps(lists, name) : []), ...(lists?.listsAsked ? [] : [notAsked]), ...named]
  const { cap, score } = capped(sum, caps)
  const record = lists ? [...recordWords(lists, name, at), ...evidenceWords(lists, name)] : [notAsked.words]
  const words = named.flatMap(({ words }) => words ?? [])
  const reason = [...words, ...walletWords(wallet), ...record, `[${creatorRules}]`].join(' ')
  const status = isWhole(wallet, lists) ? 'ok' : 'partial'
  return {
    reading: { score, reason, stub: false, confidence: null, ...(source?.credit && { attribution: source.credit }) },
    evidence: {
      rules: creatorRules,
      status,
      parts,
      sum,
      caps,
      cap,
      facts: { at, wallet, source, lists, otherDeployer, isSigned },
    },
  }
}

type KeptFacts = Pick<CreatorFacts, 'at' | 'wallet' | 'source' | 'lists' | 'otherDeployer' | 'isSigned'>

const namedCaps = (otherDeployer: string | null): Cap[] =>
  otherDeployer === null
    ? []
    : [
        {
          what: 'named_wallet',
          cap: 50,
          words: `Another wallet (${otherDeployer}) deployed the contract, and this one has not signed for the launch: at most 50.`,
        },
      ]

const unsigned: Cap = {
  what: 'unsigned',
  cap: 50,
  words: 'At most 50, because nobody has signed with this wallet.',
}

const notAsked = {
  what: 'lists_not_asked',
  cap: 60,
  words: 'The address lists were not asked: no token-risk provider is configured.',
} satisfies Cap

/** Every input is known. */
const isWhole = (wallet: WalletFacts, lists: DeployerRecord | null): boolean =>
  wallet.walletAgeDays !== null &&
  wallet.transactionCount !== null &&
  wallet.launchCountComplete &&
  lists !== null &&
  !hasGaps(lists)

const walletWords = (wallet: WalletFacts): string[] => [
  ...(wallet.hasHistory ? historyWords(wallet) : ['Wallet has no transactions on this chain.']),
  'Launches through launchpads, on other chains or by other wallets are not seen.',
]

const historyWords = (wallet: WalletFacts): string[] => [
  ageWords(wallet),
  activityWords(wallet),
  launchWords(wallet),
  ...unreadWords(wallet),
]

const unreadWords = ({ unreadRows = 0 }: WalletFacts): string[] =>
  unreadRows === 0 ? [] : [`Of its newest transactions, ${unreadRows} could not be read.`]

const ageWords = ({ walletAgeDays }: WalletFacts): string =>
  walletAgeDays === null
    ? 'The wallet’s age is not known.'
    : `Wallet is ${amount(walletAgeDays, 'day')} old on this chain.`

const activityWords = ({ transactionCount }: WalletFacts): string =>
  transactionCount === null
    ? 'How many transactions it has sent is not known.'
    : `It has sent ${amount(transactionCount, 'transaction')}.`

function launchWords({ tokensLaunched, launchesLast7Days, launchCountComplete, unreadRows }: WalletFacts): string {
  if (tokensLaunched === 0 && launchCountComplete) return 'It has launched no token.'
  if (tokensLaunched === 0 && unreadRows !== undefined) return 'No launch is among the transactions that could be read.'
  if (tokensLaunched === 0) return 'No launch is among its newest transactions; older ones were not read.'
  const launched = `${launchCountComplete ? '' : 'at least '}${amount(tokensLaunched, 'token')}`
  const ofThem = tokensLaunched === 1 ? '' : ' of them'
  return `It has launched ${launched}, ${launchesLast7Days || 'none'}${ofThem} in the last 7 days.`
}
