import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { badField } from './errors.ts'
import { nullable } from './schema.ts'

/** Where a row stands in a list that runs from the newest to the oldest: unique, and it never changes. */
export interface Position {
  at: Date
  id: string
}

export interface PageRequest {
  limit: number
  /** The last row of the page before; null on the first page. */
  after: Position | null
}

/** The query fields of a list (D10). */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'How many at most, 1 to 50; 25 when absent' }),
  ),
  cursor: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', description: 'the `nextCursor` of an answer, unchanged' }),
  ),
}

/** The answer's fields of a list, beside its rows. */
export const pageAnswer = {
  limit: Type.Integer(),
  nextCursor: nullable(Type.String({ description: 'What `cursor` takes for the next page; null at the end' })),
} satisfies Record<string, TSchema>

/** For `preValidation`: a limit in other than plain digits is 400. Coercion would take 0x10, 1e1, +5 and ' 5 ' for numbers. */
export async function checkLimit({ query }: Pick<FastifyRequest, 'query'>): Promise<void> {
  const { limit } = query as { limit?: unknown } // not validated yet
  if (limit !== undefined && !(typeof limit === 'string' && /^\d+$/.test(limit)))
    throw badField('limit', 'must be a whole number from 1 to 50, in digits')
}

/** What a list's query asks for. Throws `bad_request` on a cursor that no answer held. */
export function pageRequest({ limit = 25, cursor }: { limit?: number; cursor?: string }): PageRequest {
  return { limit, after: cursor === undefined ? null : decodeCursor(cursor) }
}

/** A page of `rows`, of which one more than `limit` was read to see whether the list goes on. */
export function pageOf<Row>(rows: Row[], limit: number, positionOf: (row: Row) => Position) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(positionOf(last)) : null }
}

/** Eight bytes of time and sixteen of id: opaque to callers, who are given no promise about it. */
export function encodeCursor({ at, id }: Position): string {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64BE(BigInt(at.getTime()))
  bytes.write(id.replaceAll('-', ''), 8, 'hex')
  return bytes.toString('base64url')
}

/** The position in a cursor. Throws `bad_request` when it holds none. */
export function decodeCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  const ms = bytes.length === 24 ? bytes.readBigUInt64BE() : undefined
  if (ms === undefined || ms > latestMs) throw badField('cursor', 'is no cursor: take the `nextCursor` of an answer')
  const [, ...groups] = uuidGroups.exec(bytes.toString('hex', 8)) ?? []
  return { at: new Date(Number(ms)), id: groups.join('-') }
}

const uuidGroups = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The end of the year 9999: later times are no text that every database reads. */
const latestMs = 253_402_300_799_999n
