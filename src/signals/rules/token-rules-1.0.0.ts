import type { Cap } from './deployer-caps-1.0.0.ts'
import { fractionOf, highestTax, isUnknown, tokenCaps } from './token-caps-1.0.0.ts'
import { coreFields, tokenRights } from './token-rights-1.0.0.ts'

type Fields = Record<string, string>

export interface Deduction {
  what: string
  points: number
  words: string | null
}

/** What a token's own report says against it. */
export interface TokenFindings {
  deductions: Deduction[]
  caps: Cap[]
  /** Core fields that are not known. */
  unknown: string[]
  /** Nobody owns it, and nobody can come to. */
  isRenounced: boolean
}

export function examineToken(fields: Fields): TokenFindings {
  const isRenounced = isRenouncedBy(fields)
  const unknown = [...coreFields.keys()].filter((field) => isUnknown(fields[field]))
  const deductions = [...rightsIn(fields, isRenounced), ...taxIn(fields), ...insiderIn(fields), ...unknownIn(unknown)]
  return { deductions, caps: tokenCaps(fields), unknown, isRenounced }
}

/** An unknown owner, or one who may come back, has given up nothing. */
const isRenouncedBy = ({ owner_address = '', hidden_owner, can_take_back_ownership }: Fields): boolean =>
  nobody.has(owner_address.toLowerCase()) && hidden_owner === '0' && can_take_back_ownership === '0'

const nobody = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

const rightsIn = (fields: Fields, isRenounced: boolean): Deduction[] =>
  tokenRights
    .filter(({ field }) => fields[field] === '1')
    .map(({ field, points, isOwners, words }) => ({
      what: field,
      points: isOwners && isRenounced ? Math.floor(points / 2) : points,
      words,
    }))

function taxIn(fields: Fields): Deduction[] {
  const tax = highestTax(fields)
  if (!tax) return []
  const words = `${tax.on} costs ${percent(tax.fraction)} %.`
  return above(tax.fraction, taxSteps).map((points) => ({ what: 'tax', points, words }))
}

function insiderIn(fields: Fields): Deduction[] {
  const share = Math.max(fractionOf(fields.creator_percent) ?? 0, fractionOf(fields.owner_percent) ?? 0)
  const words = `Its creator or owner holds ${percent(share)} % of it.`
  return above(share, insiderSteps).map((points) => ({ what: 'insider', points, words }))
}

function unknownIn(unknown: string[]): Deduction[] {
  if (unknown.length === 0) return []
  const names = unknown.map((field) => coreFields.get(field))
  const words = `Not known: ${names.join(', ')}.`
  return [{ what: `unknown x${unknown.length}`, points: 3 * unknown.length, words }]
}

type Step = [above: number, points: number]

const taxSteps: Step[] = [
  [0.2, 35],
  [0.1, 15],
  [0.05, 5],
]
const insiderSteps: Step[] = [
  [0.5, 20],
  [0.2, 10],
]

/** The points of the highest step that the value lies above; empty for none. */
const above = (value: number, steps: Step[]): number[] =>
  steps
    .filter(([bound]) => value > bound)
    .map(([, points]) => points)
    .slice(0, 1)

const percent = (fraction: number): number => Math.round(fraction * 1000) / 10
