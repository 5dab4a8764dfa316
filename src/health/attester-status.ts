import type { AttesterStatus } from '../../contract/schemas/status.ts'
import type { Deps } from '../deps.ts'

/** The result of the last inspection, without a request to the node; undefined: no attester is configured. */
export function getAttesterStatus({ attester }: Deps): AttesterStatus | undefined {
  if (!attester) return undefined
  const { state, balance, at } = attester.inspected()
  const { chainId, contract, address } = attester
  const balanceWei = balance === null ? null : String(balance)
  return { state, chainId, contract, attester: address, balanceWei, checkedAt: at.toISOString() }
}
