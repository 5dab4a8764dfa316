export interface ShareRequest {
  amount: number
  /** The parts of the limit that the request counts against, smallest first; the last is the whole limit. */
  pools: number[]
  /** The payer may use one of this many parts of what the others have left of the first pool. */
  payerParts: number
  /** The same for the creator; undefined: creators have no share. */
  creatorParts?: number
}

export interface Taken {
  /** Of each pool. */
  ofPools: number[]
  ofPayer: number
  /** By all networks of the payer's IPv6 /48. */
  ofSite: number
  ofCreator: number
}

export type Exceeded = 'day' | 'pool' | 'payer' | 'creator'

/** The networks of an IPv6 /48 share this part of a pool (D82), so two such sites can't use it up. */
const siteParts = 2

/**
 * Returns the share that a request would exceed, or null (D70, D109). A share is a fraction of what the others have
 * left, so it shrinks during the day; the first request of each payer and creator fits as long as the pool does.
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

/** Rounded in favour of anonymous callers. */
export const halfOf = (limit: number): number => Math.ceil(limit / 2)

/** How well the service knows the payer, least first. */
export const levels = ['anonymous', 'enrolled', 'creator', 'key'] as const

/**
 * `enrolled`: an anonymous network re-scores an enrolled launch. `creator`: the wallet of an enrolled launch signed the
 * request. `key`: an API key, or the service itself.
 */
export type Level = (typeof levels)[number]

export const levelsUpTo = (level: Level): readonly Level[] => levels.slice(0, levels.indexOf(level) + 1)

/** The levels whose pools the requests of this one count against. */
export const levelsFrom = (level: Level): readonly Level[] => levels.slice(levels.indexOf(level))

/**
 * What callers of a level may use together with those below it (D109). A wallet costs nothing, so a quarter is kept for
 * keys alone.
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
