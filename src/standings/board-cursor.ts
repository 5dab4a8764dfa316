import { badField } from '../platform/errors.ts'
import { type Position, decodeCursor, encodeCursor } from '../platform/paging.ts'
import { boardWindows } from './windows.ts'

export type Side = 'best' | 'worst'

/** Where a row stands on a board: unique, and it never changes. */
export interface Place extends Position {
  aggregateX100: number
}

/** How far a walk down both sides of a board has come. Every page shows the board as the first one found it. */
export interface Walk {
  window: (typeof boardWindows)[number]
  /** Where the window ends. */
  end: Date
  /** No score that is newer was there yet. */
  asOf: Date
  after: Record<Side, Place>
}

export const walkPattern = '^[A-Za-z0-9_-]{88}$'

/** Eighteen bytes, of which the last is zero, and two positions: opaque to callers, who are given no promise about it. */
export function encodeWalk({ window, end, asOf, after: { best, worst } }: Walk): string {
  const head = Buffer.alloc(18)
  head.writeUInt8(boardWindows.indexOf(window))
  head.writeUIntBE(end.getTime(), 1, 6)
  head.writeUIntBE(asOf.getTime(), 7, 6)
  head.writeUInt16BE(best.aggregateX100, 13)
  head.writeUInt16BE(worst.aggregateX100, 15)
  return head.toString('base64url') + encodeCursor(best) + encodeCursor(worst)
}

/** The walk in a cursor. Throws `bad_request` when it holds none, or one down another window's board. */
export function decodeWalk(cursor: string, window: Walk['window']): Walk {
  const head = Buffer.from(cursor.slice(0, 24), 'base64url')
  if (boardWindows[head.readUInt8()] !== window || head.readUInt8(17) !== 0)
    throw badField('cursor', `is no cursor of window ${window}: take the \`nextCursor\` of an answer, and its window`)
  const best = { ...decodeCursor(cursor.slice(24, 56)), aggregateX100: head.readUInt16BE(13) }
  const worst = { ...decodeCursor(cursor.slice(56)), aggregateX100: head.readUInt16BE(15) }
  return { window, end: new Date(head.readUIntBE(1, 6)), asOf: new Date(head.readUIntBE(7, 6)), after: { best, worst } }
}
