import { LRUCache } from 'lru-cache'
import type { CardSize } from './card.ts'
import type { Card } from './draw-card.ts'

/** Remembers cards up to a bound of bytes; whoever asks for one while it is drawn gets the same drawing. */
export function rememberCards(draw: (id: string, size: CardSize) => Promise<Card>, maxBytes = 32 * 1024 * 1024) {
  const kept = new LRUCache<string, Card>({ maxSize: maxBytes, sizeCalculation: ({ png }) => png.length })
  const drawing = new Map<string, Promise<Card>>()
  const drawAndKeep = async (key: string, id: string, size: CardSize): Promise<Card> => {
    try {
      const card = await draw(id, size)
      kept.set(key, card)
      return card
    } finally {
      drawing.delete(key)
    }
  }
  return (id: string, size: CardSize): Card | Promise<Card> => {
    const key = `${id}.${size}`
    const ready = kept.get(key) ?? drawing.get(key)
    if (ready) return ready
    const started = drawAndKeep(key, id, size)
    drawing.set(key, started)
    return started
  }
}
