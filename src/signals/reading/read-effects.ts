import type { FactEffects } from './read-reason.ts'

/** The part of the stored evidence that says what a fact did to its signal. Old records may lack any of it. */
interface StoredEffects {
  creator: { parts: Record<string, number> | null; caps: StoredCap[] | null } | null
  risk: { deductions: { what: string; points: number }[] | null; caps: StoredCap[] | null } | null
}

interface StoredCap {
  what: string
  cap: number
}

/** The effect of each fact behind `creator` and `risk` on its signal, by the code of the fact. */
export const readEffects = ({ creator, risk }: StoredEffects): Record<'creator' | 'risk', FactEffects> => ({
  creator: { ...creatorParts(creator?.parts ?? {}), ...capEffects(creator?.caps ?? []) },
  risk: mergeEffects(riskDeductions(risk?.deductions ?? []), capEffects(risk?.caps ?? [])),
})

/** The codes of the facts that a part of the creator's points rests on, and the most that it gives. */
const parts: Record<string, { of: number; codes: string[] }> = {
  age: { of: 30, codes: ['wallet_age', 'wallet_age_unknown'] },
  activity: { of: 20, codes: ['transactions', 'transactions_unknown'] },
  launches: {
    of: 20,
    codes: ['launches', 'launches_at_least', 'no_launches', 'no_recent_launches', 'no_read_launches'],
  },
  record: { of: 30, codes: ['no_entry'] },
}

const creatorParts = (given: Record<string, number>): FactEffects =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, { of, codes }]) => {
      const points = given[part]
      return points === undefined ? [] : codes.map((code) => [code, { points, of }])
    }),
  )

/** The highest tax has one deduction and one cap, on purchases, sales or transfers alike. */
const taxCodes = ['sell_tax', 'buy_tax', 'transfer_tax']

const riskDeductions = (deductions: { what: string; points: number }[]): FactEffects =>
  Object.fromEntries(deductions.flatMap(({ what, points }) => toCodes(what).map((code) => [code, { points: -points }])))

const capEffects = (caps: StoredCap[]): FactEffects =>
  Object.fromEntries(caps.flatMap(({ what, cap }) => toCodes(what).map((code) => [code, { cap }])))

function toCodes(what: string): string[] {
  if (what === 'tax') return taxCodes
  return what.startsWith('unknown x') ? ['unknown'] : [what]
}

const mergeEffects = (one: FactEffects, other: FactEffects): FactEffects =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((code) => [code, { ...one[code], ...other[code] }]),
  )
