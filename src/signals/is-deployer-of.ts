import type { WalletHistory } from '../providers/creator-data/creator-data.ts'
import type { TokenReport } from '../providers/token-risk.ts'
import type { Submission } from './schemas.ts'

interface Reports {
  /** The facts about the creator; null: no provider is configured. */
  history: WalletHistory | null
  /** The report on the contract; null: no provider is configured, or there is no record. */
  report: TokenReport | null
}

/** Whether the providers report the creator as the deployer or the owner of the contract that a submission names (D61). */
export function isDeployerOf(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, report }: Reports,
): boolean {
  if (contractAddress === null) return false
  const { creator_address: deployer, owner_address: owner } = report?.fields ?? {}
  const reported = [deployer, owner].map((address) => address?.toLowerCase())
  return (
    reported.includes(creatorAddress) || (history?.deployed ?? []).some(({ address }) => address === contractAddress)
  )
}
