import { hourMs, minuteMs } from '../../../contract/time.ts'

/** How many blocks a call for logs asks for. */
export interface LogRange {
  blocks: number
  /** The least number that the node has refused, and until when it isn't tried again. */
  refused: { blocks: number; until: Date } | null
}

interface Asked {
  /** How many blocks the call asked for. */
  blocks: number
  outcome: 'answered' | 'too large' | 'refused'
  /** What is worth asking for at once. */
  most: number
  now: Date
}

/** A node's limit rarely changes. */
const refusedMs = 6 * hourMs
/** How many events blocks have changes within minutes. */
const tooLargeMs = 10 * minuteMs

/**
 * Finds the longest range that a node answers: it doubles after an answer and halves after a refusal, and then closes in on the
 * limit from below.
 */
export function learnRange(range: LogRange, { blocks, outcome, most, now }: Asked): LogRange {
  if (outcome !== 'answered') {
    const until = new Date(now.getTime() + (outcome === 'refused' ? refusedMs : tooLargeMs))
    return { blocks: Math.max(1, Math.floor(blocks / 2)), refused: { blocks, until } }
  }
  const refused = range.refused && range.refused.until > now ? range.refused : null
  // A shorter range at the end of a chain tells nothing about the limit.
  if (blocks < range.blocks) return { ...range, refused }
  const next = refused ? Math.min(2 * blocks, Math.floor((blocks + refused.blocks) / 2)) : 2 * blocks
  return { blocks: Math.max(1, Math.min(next, most)), refused }
}
