import type { Fees } from '../../providers/chain/attester.ts'

export const raiseFees = (signed: Fees, market: Fees): Fees => ({
  maxFeePerGas: max(raise(signed.maxFeePerGas), market.maxFeePerGas),
  maxPriorityFeePerGas: max(raise(signed.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
})

export const atLeast = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees, tip: bigint): Fees => {
  const more = tip > maxPriorityFeePerGas ? tip - maxPriorityFeePerGas : 0n
  return { maxFeePerGas: maxFeePerGas + more, maxPriorityFeePerGas: maxPriorityFeePerGas + more }
}

/** Transaction pools require at least 10% more of both fees. */
const raise = (fee: bigint) => (fee * 9n) / 8n + 1n

const max = (a: bigint, b: bigint) => (a > b ? a : b)
