/** A limit on the day's gas: the total, the half for scores that aren't enrolled, or the share of one payer or creator. */
export type GasShare = 'day' | 'strangers' | 'payer' | 'creator'

/** Gas that the day's other attestations used or reserved. Shares count enrolled scores and others separately. */
export interface GasTaken {
  total: bigint
  unenrolled: bigint
  ofPayer: bigint
  ofSite: bigint
  ofCreator: bigint
}

export interface GasRequest {
  /** The day's ceiling. */
  ceiling: bigint
  gas: bigint
  isEnrolled: boolean
  /** Only holders of API keys may publish, so the operator knows each payer. */
  isForKeysOnly: boolean
}

/**
 * Returns the share that one more attestation would exceed, or null if it fits (D70). Scores that aren't enrolled use at
 * most half of the day's gas, so that strangers can't use up the gas of signed creators. A share is a fraction of the gas
 * that all others have left: it shrinks during the day, and a few callers can't use up the total. The first attestation of
 * each payer and creator fits as long as the total does.
 */
export function findExceededShare(request: GasRequest, taken: GasTaken): GasShare | null {
  const { ceiling, gas, isEnrolled, isForKeysOnly } = request
  if (taken.total + gas > ceiling) return 'day'
  const [pool, spent] = isEnrolled ? [ceiling, taken.total] : [ceiling / 2n, taken.unenrolled]
  if (spent + gas > pool) return 'strangers'
  const exceeds = (own: bigint, parts: bigint) => own > 0n && own + gas > (pool - (spent - own)) / parts
  if (exceeds(taken.ofPayer, isForKeysOnly ? keyParts : networkParts)) return 'payer'
  if (exceeds(taken.ofSite, siteParts)) return 'payer'
  return exceeds(taken.ofCreator, creatorParts) ? 'creator' : null
}

const networkParts = 10n
const creatorParts = 20n
const keyParts = 2n
/** All networks of an IPv6 /48 share this part (D82): two such sites can't use up the day's gas. */
const siteParts = 2n
