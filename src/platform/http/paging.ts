import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { badField } from '../errors.ts'

/** Unique, and never changes. */
export interface Position {
  at: Date
  id: string
}

export interface PageRequest {
  limit: number
  after: Position | null
}

export const pageCursorPattern = '^[A-Za-z0-9_-]{32}$'

export const createPageQuery = ({ maximum, standard }: { maximum: number; standard: number }) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `The maximum number of items, 1 to ${maximum}; defaults to ${standard}`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ pattern: pageCursorPattern, description: 'the `nextCursor` of an earlier response, unchanged' }),
  ),
})

export const pageQuery = createPageQuery({ maximum: 50, standard: 25 })

/** For `preValidation`: coercion would take 0x10, 1e1, +5 and ' 5 ' for numbers. */
export const createLimitCheck =
  (maximum: number) =>
  async ({ query }: Pick<FastifyRequest, 'query'>): Promise<void> => {
    const { limit } = query as { limit?: unknown } // not validated yet
    if (limit !== undefined && !(typeof limit === 'string' && /^\d+$/.test(limit)))
      throw badField('limit', `must be a whole number from 1 to ${maximum}`)
  }

export const checkLimit = createLimitCheck(50)

/** Throws `bad_request` for an invalid cursor. */
export function pageRequest({ limit = 25, cursor }: { limit?: number; cursor?: string }): PageRequest {
  return { limit, after: cursor === undefined ? null : decodeCursor(cursor) }
}

/** `rows` have one more than `limit` when the list continues. */
export function toPage<Row>(rows: Row[], limit: number, toPosition: (row: Row) => Position) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(toPosition(last)) : null }
}

export function encodeCursor({ at, id }: Position): string {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64BE(BigInt(at.getTime()))
  bytes.write(id.replaceAll('-', ''), 8, 'hex')
  return bytes.toString('base64url')
}

export function decodeCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  const ms = bytes.length === 24 ? bytes.readBigUInt64BE() : undefined
  if (ms === undefined || ms > latestMs)
    throw badField('cursor', 'is not a cursor; use the `nextCursor` of an earlier response')
  const [, ...groups] = uuidGroups.exec(bytes.toString('hex', 8)) ?? []
  return { at: new Date(Number(ms)), id: groups.join('-') }
}

const uuidGroups = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The end of the year 9999: not every database parses later times. */
const latestMs = 253_402_300_799_999n
