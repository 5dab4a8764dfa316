/** What a request asks of a limit for the day, in any unit. */
export interface ShareRequest {
  amount: number
  /**
   * The parts of the limit that the request counts against: first the one that callers like this one may use together with less
   * trusted ones, then larger ones, and last the whole limit.
   */
  pools: number[]
  /** The payer may use one of this many parts of what all others have left of the first pool. */
  payerParts: number
  /** The part for the creator that the request is about; undefined: creators have no share of their own. */
  creatorParts?: number
}

/** What the day's other requests have used or reserved. */
export interface Taken {
  /** Of each pool. */
  ofPools: number[]
  ofPayer: number
  /** By all networks of the payer's IPv6 /48. */
  ofSite: number
  ofCreator: number
}

/** The limit that a request would exceed: that of the day, the pool, or the share of its payer or creator. */
export type Exceeded = 'day' | 'pool' | 'payer' | 'creator'

/** All networks of an IPv6 /48 share this part of a pool (D82): two such sites can't use it up. */
const siteParts = 2

/**
 * Returns the share that a request would exceed, or null if it fits (D70, D109). A share is a fraction of what all others have
 * left of the pool: it shrinks during the day, so a few callers can't use the pool up. The first request of each payer and
 * creator fits as long as the pool does.
 */
export function findExceeded(request: ShareRequest, taken: Taken): Exceeded | null {
  const { amount, pools, payerParts, creatorParts } = request
  const isFull = pools.map((pool, at) => (taken.ofPools[at] ?? 0) + amount > pool)
  if (isFull.at(-1)) return 'day'
  if (isFull.includes(true)) return 'pool'
  const [pool = 0, ofPool = 0] = [pools[0], taken.ofPools[0]]
  const exceeds = (own: number, parts: number) => own > 0 && own + amount > (pool - (ofPool - own)) / parts
  if (exceeds(taken.ofPayer, payerParts) || exceeds(taken.ofSite, siteParts)) return 'payer'
  return creatorParts !== undefined && exceeds(taken.ofCreator, creatorParts) ? 'creator' : null
}

/** A client network may use a tenth of what is left, a key half. */
export const networkParts = 10
export const keyParts = 2

/** Half of a limit, rounded in favour of those who are not known. */
export const halfOf = (limit: number): number => Math.ceil(limit / 2)

/** How far the service knows who pays, from the least known to the best. */
export const levels = ['anonymous', 'enrolled', 'creator', 'key'] as const

/**
 * `anonymous`: a client network. `enrolled`: a client network that has an enrolled launch measured again. `creator`: the wallet of
 * an enrolled launch has signed the request. `key`: an API key, or the service's own work.
 */
export type Level = (typeof levels)[number]

/** The levels up to this one. */
export const levelsUpTo = (level: Level): readonly Level[] => levels.slice(0, levels.indexOf(level) + 1)

/** The levels whose pools the requests of this one count against. */
export const levelsFrom = (level: Level): readonly Level[] => levels.slice(levels.indexOf(level))

/**
 * The part of a limit that callers of a level may use together with those below it (D109). Nobody below a level can use what is
 * kept for it: a wallet costs nothing, so a quarter is kept for keys alone.
 */
export function toPool(limit: number, level: Level): number {
  const [numerator, denominator] = pools[level]
  return Math.ceil((limit * numerator) / denominator)
}

const pools: Record<Level, [numerator: number, denominator: number]> = {
  anonymous: [1, 2],
  enrolled: [5, 8],
  creator: [3, 4],
  key: [1, 1],
}
