import type { Deps } from '../../deps.ts'
import { createCoalesce } from '../../platform/caching/coalesce.ts'
import { untilAborted } from '../../platform/resilience/until-aborted.ts'
import { createShownCache } from '../../scoring/takedown/shown-cache.ts'
import type { Card } from './render-card.ts'

type Draw = (signal: AbortSignal) => Promise<Card>

export type CardCache = (key: string, draw: Draw, signal: AbortSignal) => Promise<Card>

/** Concurrent requests share a drawing, which is abandoned when all of them have left. */
export function createCardCache(deps: Deps, maxBytes = 32 * 1024 * 1024): CardCache {
  const cache = createShownCache<Card>(deps, { maxBytes, getSize: ({ png }) => png.length })
  const coalesce = createCoalesce<Card>()
  return async (key, draw, signal) => {
    const epoch = deps.takedownEpoch()
    if (epoch === null) return untilAborted(signal, () => draw(signal))
    // Rejects as soon as it is abandoned, so that later requests never join it.
    const load = (abandoned: AbortSignal) => untilAborted(abandoned, () => draw(abandoned))
    return coalesce(`${epoch} ${key}`, async (abandoned) => cache(key, () => load(abandoned)), signal)
  }
}
