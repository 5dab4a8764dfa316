/** A number, a date (ISO 8601), a name, or several names. */
export type FactValue = number | string | string[]

/** One thing that rules found: the points that it gave or took, and the values in it. A cap is a fact with `values.cap`. */
export interface Fact {
  code: string
  /** null: it only informs, or caps. */
  effect: number | null
  values: Record<string, FactValue>
}

/** What the rules of a signal make of its inputs. */
export interface FactScore {
  score: number
  facts: Fact[]
}

/** The fact as a list, empty if it moves nothing: a rule that costs no point did not apply. */
export const finding = (code: string, effect: number, values: Fact['values'] = {}): Fact[] =>
  effect === 0 ? [] : [{ code, effect, values }]

export const inform = (code: string, values: Fact['values'] = {}): Fact => ({ code, effect: null, values })

/** `start` and the effects added up, from 0 to 100, and at most the lowest cap. */
export function scoreFacts(start: number, facts: Fact[]): FactScore {
  const sum = facts.reduce((total, { effect }) => total + (effect ?? 0), start)
  const caps = facts.flatMap(({ values: { cap } }) => (typeof cap === 'number' ? [cap] : []))
  return { score: Math.min(Math.max(0, Math.min(100, sum)), ...caps), facts }
}
