import type { SignalName } from '../signals/schemas.ts'
import { bandOf } from './band.ts'
import type { ScoreResult } from './schemas.ts'

/** One signal of a score as the explanation needs it; `weight` is a whole per cent. */
export interface ExplainedPart {
  signal: SignalName
  weight: number
  score: number
  stub: boolean
}

type Explanation = ScoreResult['explanation']

/** Why the aggregate is what it is (D15): the share of each signal, and one or two sentences. Needs a live signal. */
export function explain(parts: ExplainedPart[], aggregateX100: number): Explanation {
  return { summary: summaryOf(parts, aggregateX100), contributions: contributionsOf(parts) }
}

function contributionsOf(parts: ExplainedPart[]): Explanation['contributions'] {
  const liveTotal = parts.reduce((sum, { weight, stub }) => (stub ? sum : sum + weight), 0)
  return parts.map(({ signal, weight, score, stub }) => {
    const effectiveWeight = stub ? 0 : weight / liveTotal
    return { signal, weight: weight / 100, effectiveWeight, score, contribution: score * effectiveWeight }
  })
}

function summaryOf(parts: ExplainedPart[], aggregateX100: number): string {
  const verdict = `The score is ${bandOf(aggregateX100)} at ${aggregateX100 / 100}: ${extremesOf(parts.filter(({ stub }) => !stub))}.`
  const missing = parts.filter(({ stub }) => stub).map(({ signal }) => signal)
  return missing.length === 0
    ? verdict
    : `${verdict} It is preliminary, because ${missingOf(missing)} not measured yet.`
}

/** Of equal scores the first in the given order speaks. */
function extremesOf(live: ExplainedPart[]): string {
  const [first, ...others] = live
  if (first === undefined) throw new RangeError('an explanation needs at least one live signal')
  const strongest = others.reduce((best, part) => (part.score > best.score ? part : best), first)
  const weakest = others.reduce((worst, part) => (part.score < worst.score ? part : worst), first)
  if (strongest.score === weakest.score) return `every live signal scores ${first.score}`
  return `${strongest.signal} is its strongest signal (${strongest.score}), ${weakest.signal} its weakest (${weakest.score})`
}

const missingOf = (signals: SignalName[]) => `${inWords.format(signals)} ${signals.length === 1 ? 'is' : 'are'}`

const inWords = new Intl.ListFormat('en-GB')
