/** What a set of rules makes of a value: a whole number 0–100, the reason in words, and the rules that moved it. */
export interface RuleScore {
  score: number
  reason: string
  rules: { id: string; points: number }[]
}

/** One applied rule: `text` says in plain words what was found. */
export interface Finding {
  id: string
  points: number
  text: string
}

/** The finding as a list, empty when it moves nothing: a rule that costs no point did not apply. */
export const finding = (id: string, points: number, text: string): Finding[] =>
  points === 0 ? [] : [{ id, points, text }]

/** `start` plus the findings' points, clamped to 0–100; the reason names every rule and ends with the rules' version. */
export function ruleScore(rules: {
  start: number
  findings: Finding[]
  version: string
  otherwise: string
}): RuleScore {
  const { start, findings, version, otherwise } = rules
  const total = findings.reduce((sum, { points }) => sum + points, start)
  const reason = findings.length === 0 ? otherwise : findings.map(sentence).join('; ')
  return {
    score: Math.max(0, Math.min(100, total)),
    reason: `${reason} [${version}]`,
    rules: findings.filter(({ points }) => points !== 0).map(({ id, points }) => ({ id, points })),
  }
}

const sentence = ({ id, points, text }: Finding) => `${id}: ${text} (${signed(points)})`

const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`)

/** `1 digit`, `2 digits`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
