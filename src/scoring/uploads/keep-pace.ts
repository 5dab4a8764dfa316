import { unavailable } from '../../platform/errors.ts'

/** In bytes a second. */
const minPace = 64_000
const graceMs = 2000
const checkEveryMs = 500
const retrySeconds = 5

interface Pace {
  received: () => number
  isAwaited: () => boolean
}

/**
 * Throws `unavailable` when a body arrives too slowly while other requests wait for its permit: two dozen idle clients
 * would hold all permits.
 */
export async function keepPace<Body>(reading: Promise<Body>, { received, isAwaited }: Pace): Promise<Body> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const [startedAt, before] = [performance.now(), received()]
  const check = () => {
    const ms = performance.now() - startedAt
    if (ms < graceMs || !isAwaited() || (received() - before) / ms >= minPace / 1000) return
    reject(unavailable('The upload is too slow, and other uploads are waiting.', retrySeconds))
  }
  const timer = setInterval(check, checkEveryMs)
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(timer)
  }
}
