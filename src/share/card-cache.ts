import { type TakedownDeps, createShownCache } from '../scoring/takedown/shown-cache.ts'
import type { Card } from './render-card.ts'

/** Caches cards up to a bound of bytes; concurrent requests for a card share one drawing. */
export const createCardCache = (deps: TakedownDeps, maxBytes = 32 * 1024 * 1024) =>
  createShownCache<Card>(deps, { maxBytes, getSize: ({ png }) => png.length })

export type CardCache = ReturnType<typeof createCardCache>
