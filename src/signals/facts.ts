import type { Deps } from '../deps.ts'
import type { WalletHistory } from '../providers/creator-data.ts'
import { type AskedToken, type ListFacts, isCreatedBy, listFacts } from './list-facts.ts'
import type { Submission } from './schemas.ts'
import { type WalletFacts, tokensOf, walletFacts } from './wallet-facts.ts'

/** What the `creator` and `risk` signals rest on, gathered once for both. */
export interface Facts {
  /** When they were gathered; ISO 8601. */
  at: string
  /** null: no chain-data provider is configured. */
  wallet: WalletFacts | null
  /** null: no token-risk provider is configured. */
  lists: ListFacts | null
  /** The submission's token as the token-risk provider knows it; null: none was named, or nobody could be asked. */
  token: AskedToken | null
}

type Providers = Pick<Deps, 'creatorData' | 'tokenRisk' | 'clock'>

/** Asks the configured providers what they know of the creator and the token. A provider that fails fails the whole. */
export async function gatherFacts(
  deps: Providers,
  submission: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  signal: AbortSignal,
): Promise<Facts> {
  const { creatorAddress: creator, contractAddress: contract } = submission
  const asked = {
    history: deps.creatorData?.history(creator, signal) ?? null,
    address: deps.tokenRisk?.address(creator, signal) ?? null,
    scored: askToken(deps, contract, signal),
  }
  const [history, address, scored, prior] = await Promise.all([
    asked.history,
    asked.address,
    asked.scored,
    askPrior(deps, { creator, ...asked }, signal),
  ])
  const now = deps.clock.now()
  return {
    at: now.toISOString(),
    wallet: history && walletFacts(history, now),
    lists: address && listFacts({ creator, address, scored, prior }),
    token: scored,
  }
}

async function askToken({ tokenRisk }: Providers, address: string | null, signal: AbortSignal) {
  if (!tokenRisk || !address) return null
  return { address, report: await tokenRisk.token(address, signal) }
}

/** The newest token launched before is asked about only where the submission's own is no evidence about this creator. */
async function askPrior(
  deps: Providers,
  asked: { creator: string; history: Promise<WalletHistory> | null; scored: Promise<AskedToken | null> },
  signal: AbortSignal,
): Promise<AskedToken | null> {
  const [history, scored] = await Promise.all([asked.history, asked.scored])
  if (!history || (scored?.report && isCreatedBy(asked.creator, scored.report))) return null
  const prior = tokensOf(history).find(({ address }) => address !== scored?.address)
  return askToken(deps, prior?.address ?? null, signal)
}
