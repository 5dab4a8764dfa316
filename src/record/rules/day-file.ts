import { keccak_256 } from '@noble/hashes/sha3'
import { type Hex, bytesToHex, concat, keccak256 } from 'viem'
import { canonicalJson } from '../../../contract/canonical-json.ts'

/** A row that was appended on a day, as the day's file has it. */
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

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** The digest before the first day. */
export const firstDigest: Hex = `0x${'00'.repeat(32)}`

/** Computes keccak256 of a file of any length from its parts. */
interface FileDigest {
  /** Takes the next part and returns how many bytes it has in UTF-8. */
  add: (part: string) => number
  digest: () => Hex
}

export function createFileDigest(): FileDigest {
  const hash = keccak_256.create()
  const encoder = new TextEncoder()
  return {
    add: (part) => {
      const bytes = encoder.encode(part)
      hash.update(bytes)
      return bytes.length
    },
    digest: () => bytesToHex(hash.clone().digest()),
  }
}

/** Chains the digest of a day's file to the digest of the day before. */
export const chainDigest = (before: Hex, fileDigest: Hex): Hex => keccak256(concat([before, fileDigest]))
