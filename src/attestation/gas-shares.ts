import { type Exceeded, findExceeded, halfOf, keyParts, networkParts } from '../activity/budgets/shares.ts'

/**
 * A limit on the day's gas: the total, the half for scores that aren't enrolled, or the share of one payer or creator.
 */
export type GasShare = 'day' | 'strangers' | 'payer' | 'creator'

export interface GasTaken {
  total: bigint
  unenrolled: bigint
  ofPayer: bigint
  ofSite: bigint
  ofCreator: bigint
}

export interface GasRequest {
  ceiling: bigint
  gas: bigint
  isEnrolled: boolean
  /** Only holders of API keys may publish, so the operator knows each payer. */
  isForKeysOnly: boolean
}

/**
 * Returns the share that one more attestation would exceed, or null (D70). Scores that aren't enrolled use at most half
 * of the day's gas.
 */
export function findExceededShare(request: GasRequest, taken: GasTaken): GasShare | null {
  const { isEnrolled, isForKeysOnly } = request
  const limit = Number(request.ceiling)
  const exceeded = findExceeded(
    {
      amount: Number(request.gas),
      pools: isEnrolled ? [limit] : [halfOf(limit), limit],
      payerParts: isForKeysOnly ? keyParts : networkParts,
      creatorParts: 20,
    },
    {
      ofPools: (isEnrolled ? [taken.total] : [taken.unenrolled, taken.total]).map(Number),
      ofPayer: Number(taken.ofPayer),
      ofSite: Number(taken.ofSite),
      ofCreator: Number(taken.ofCreator),
    },
  )
  return exceeded && names[exceeded]
}

const names: Record<Exceeded, GasShare> = { day: 'day', pool: 'strangers', payer: 'payer', creator: 'creator' }
