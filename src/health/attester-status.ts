import type { AttesterStatus } from '../../contract/schemas/status.ts'
import type { Deps } from '../deps.ts'

export function getAttesterStatus({ attester }: Deps): AttesterStatus | undefined {
  if (!attester) return undefined
  const { state, balance, at } = attester.inspected()
  const { chainId, contract, address } = attester
  const balanceWei = balance === null ? null : String(balance)
  return { state, chainId, contract, attester: address, balanceWei, checkedAt: at.toISOString() }
}
