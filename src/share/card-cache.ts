import { type TakedownDeps, createShownCache } from '../scoring/takedown/shown-cache.ts'
import type { CardSize } from './card-layout.ts'
import type { Card } from './render-card.ts'

/** Caches cards up to a bound of bytes; concurrent requests for a card share one drawing. */
export function createCardCache(
  deps: TakedownDeps,
  draw: (id: string, size: CardSize) => Promise<Card>,
  maxBytes = 32 * 1024 * 1024,
) {
  const cache = createShownCache<Card>(deps, { maxBytes, getSize: ({ png }) => png.length })
  return (id: string, size: CardSize): Card | Promise<Card> => cache(`${id}.${size}`, () => draw(id, size))
}
