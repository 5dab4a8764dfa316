import { badField } from '../platform/errors.ts'
import { type Position, decodeCursor, encodeCursor } from '../platform/http/paging.ts'
import { type Band, bandNames } from '../database/column-types.ts'
import { leaderboardWindows } from './windows.ts'

export type Order = 'best' | 'worst'

/** Unique, and never changes. */
export interface EntryPosition extends Position {
  aggregateX100: number
  /** Orders equal aggregates: signed launches, then copies and contradicted signatures, then unsigned ones. */
  place: number
}

/** The next page in both orders, as of the first page. */
export interface LeaderboardCursor {
  window: (typeof leaderboardWindows)[number]
  isSigned: boolean
  band: Band | null
  /** The end of the window. */
  end: Date
  /** Newer scores are left out. */
  asOf: Date
  after: Record<Order, EntryPosition>
}

export const leaderboardCursorPattern = '^[A-Za-z0-9_-]{88}$'

/** Eighteen bytes and two positions. The format is not part of the API. */
export function encodeLeaderboardCursor({
  window,
  isSigned,
  band,
  end,
  asOf,
  after: { best, worst },
}: LeaderboardCursor): string {
  const head = Buffer.alloc(18)
  head.writeUInt8(leaderboardWindows.indexOf(window))
  head.writeUIntBE(end.getTime(), 1, 6)
  head.writeUIntBE(asOf.getTime(), 7, 6)
  head.writeUInt16BE(best.aggregateX100, 13)
  head.writeUInt16BE(worst.aggregateX100, 15)
  head.writeUInt8(toFilterByte({ isSigned, band }) + (best.place << 3) + (worst.place << 5), 17)
  return head.toString('base64url') + encodeCursor(best) + encodeCursor(worst)
}

const bandOrder = [null, ...bandNames]

/** Three bits. */
const toFilterByte = ({ isSigned, band }: Pick<LeaderboardCursor, 'isSigned' | 'band'>): number =>
  Number(isSigned) + 2 * bandOrder.indexOf(band)

/** Decodes a cursor. Throws `bad_request` for a cursor of another leaderboard. */
export function decodeLeaderboardCursor(
  cursor: string,
  { window, isSigned, band }: Pick<LeaderboardCursor, 'window' | 'isSigned' | 'band'>,
): LeaderboardCursor {
  const head = Buffer.from(cursor.slice(0, 24), 'base64url')
  const [first, last] = [head.readUInt8(), head.readUInt8(17)]
  if (leaderboardWindows[first] !== window || (last & 0b111) !== toFilterByte({ isSigned, band }))
    throw badField(
      'cursor',
      `is not a cursor of this leaderboard; use the \`nextCursor\` of an earlier response with the same \`window\`, \`signed\` and \`band\``,
    )
  const best = {
    ...decodeCursor(cursor.slice(24, 56)),
    aggregateX100: head.readUInt16BE(13),
    place: (last >> 3) & 0b11,
  }
  const worst = { ...decodeCursor(cursor.slice(56)), aggregateX100: head.readUInt16BE(15), place: (last >> 5) & 0b11 }
  return {
    window,
    isSigned,
    band,
    end: new Date(head.readUIntBE(1, 6)),
    asOf: new Date(head.readUIntBE(7, 6)),
    after: { best, worst },
  }
}
