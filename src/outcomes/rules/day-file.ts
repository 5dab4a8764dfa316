import { type Hex, concat, keccak256, toHex } from 'viem'
import { canonicalJson } from '../../platform/crypto/canonical-json.ts'

/** A row that was appended on a day, as it stands in the day's file. */
export interface DayLine {
  /** `binding`, `proof`, `observation`, `outcome`, `graduation`, `correction` … */
  kind: string
  /** RFC 3339, when it was appended. */
  at: string
  /** Tells rows of one kind and time apart; not part of the line. */
  key: string
  fields: Record<string, unknown>
}

/** One line of the file: RFC 8785 JSON and a line feed. */
export const formatDayLine = ({ kind, at, fields }: DayLine): string => `${canonicalJson({ kind, at, ...fields })}\n`

/** The order of the lines in a day's file. */
export const compareDayLines = (a: DayLine, b: DayLine): number =>
  compare(a.at, b.at) || compare(a.kind, b.kind) || compare(a.key, b.key)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The digest before the first day. */
export const FIRST_DIGEST: Hex = `0x${'00'.repeat(32)}`

/** keccak256 of the file, and the digest that chains it to the day before. */
export function digestDay(before: Hex, file: string): { fileDigest: Hex; digest: Hex } {
  const fileDigest = keccak256(toHex(file))
  return { fileDigest, digest: keccak256(concat([before, fileDigest])) }
}
