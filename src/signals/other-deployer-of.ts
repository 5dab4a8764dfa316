import type { WalletHistory } from '../providers/creator-data/creator-data.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import type { Submission } from './schemas.ts'

interface Reports {
  history: WalletHistory | null
  facts: TokenFacts | null
}

/**
 * null if none is reported, or if the chain shows that the creator deployed it. Owners don't count: ownership can be
 * given to any wallet.
 */
export function findOtherDeployer(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): string | null {
  const deployer = findReportedDeployer({ creatorAddress, contractAddress }, { history, facts })
  return deployer === creatorAddress ? null : deployer
}

/** Lower case; the chain's record comes before the provider's. */
export function findReportedDeployer(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): string | null {
  if ((history?.deployed ?? []).some(({ address }) => address === contractAddress)) return creatorAddress
  return facts?.creator ?? null
}
