import { unavailable } from '../../platform/errors.ts'

/** In bytes a second. */
const LEAST_PACE = 64_000
const GRACE_MS = 2000
const CHECK_MS = 500
const RETRY_SECONDS = 5

interface Pace {
  /** The bytes that have arrived so far. */
  received: () => number
  /** Whether others wait for the place. */
  isAwaited: () => boolean
}

/**
 * Waits for a body that is being read. Throws `unavailable` once it arrives too slowly while others wait for its place: two dozen
 * idle clients would hold all places.
 */
export async function keepPace<Body>(reading: Promise<Body>, { received, isAwaited }: Pace): Promise<Body> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const [startedAt, before] = [performance.now(), received()]
  const check = () => {
    const ms = performance.now() - startedAt
    if (ms < GRACE_MS || !isAwaited() || (received() - before) / ms >= LEAST_PACE / 1000) return
    reject(unavailable('The image arrives too slowly while others wait.', RETRY_SECONDS))
  }
  const timer = setInterval(check, CHECK_MS)
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(timer)
  }
}
