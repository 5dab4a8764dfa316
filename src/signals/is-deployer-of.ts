import type { WalletHistory } from '../providers/creator-data/creator-data.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import type { Submission } from './schemas.ts'

interface Reports {
  /** The facts about the creator; null: no provider is configured. */
  history: WalletHistory | null
  /** The facts about the contract; null: no provider is configured, or there is no record. */
  facts: TokenFacts | null
}

/** Whether the providers report the creator as deployer or owner of the contract (D61). */
export function isDeployerOf(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): boolean {
  if (contractAddress === null) return false
  if (facts?.creator === creatorAddress || facts?.owner === creatorAddress) return true
  return (history?.deployed ?? []).some(({ address }) => address === contractAddress)
}
