import type { Fees } from '../providers/attester.ts'

/** The fees of a transaction that is to replace another: an eighth more of both at least, or what the market asks. */
export const raisedFees = (signed: Fees, market: Fees): Fees => ({
  maxFeePerGas: larger(raised(signed.maxFeePerGas), market.maxFeePerGas),
  maxPriorityFeePerGas: larger(raised(signed.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
})

/** Pools want at least a tenth more of both. */
const raised = (fee: bigint) => (fee * 9n) / 8n + 1n

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
