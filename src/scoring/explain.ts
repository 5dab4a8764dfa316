import { toBand } from '../../contract/bands.ts'
import { roundedQuotient } from '../../contract/aggregate.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'

/** A signal's part in the explanation; `weight` is a whole per cent. */
interface ExplainedPart {
  signal: string
  weight: number
  score: number
  stub: boolean
}

type Explanation = ScoreResult['explanation']

/** Explains an aggregate (D15). Needs a live signal. */
export function explain(parts: ExplainedPart[], aggregateX100: number): Explanation {
  return { summary: formatSummary(parts, aggregateX100), contributions: explainContributions(parts) }
}

function explainContributions(parts: ExplainedPart[]): Explanation['contributions'] {
  const liveTotal = parts.reduce((sum, { weight, stub }) => (stub ? sum : sum + weight), 0)
  return parts.map(({ signal, weight, score, stub }) => {
    const effectiveWeight = stub ? 0 : weight / liveTotal
    const contribution = stub ? 0 : roundedQuotient(100 * score * weight, liveTotal) / 100
    return { signal, weight: weight / 100, effectiveWeight, score, contribution }
  })
}

function formatSummary(parts: ExplainedPart[], aggregateX100: number): string {
  const verdict = `The score is ${toBand(aggregateX100)} at ${aggregateX100 / 100}: ${explainExtremes(parts.filter(({ stub }) => !stub))}.`
  const missing = parts.filter(({ stub }) => stub).map(({ signal }) => signal)
  return missing.length === 0
    ? verdict
    : `${verdict} It is preliminary, because ${formatMissing(missing)} not measured yet.`
}

/** Of equal scores, the first in the given order is named. */
function explainExtremes(live: ExplainedPart[]): string {
  const [first, ...others] = live
  if (first === undefined) throw new RangeError('an explanation needs at least one live signal')
  const strongest = others.reduce((best, part) => (part.score > best.score ? part : best), first)
  const weakest = others.reduce((worst, part) => (part.score < worst.score ? part : worst), first)
  if (strongest.score === weakest.score) return `every live signal scores ${first.score}`
  return `${strongest.signal} is its strongest signal (${strongest.score}), ${weakest.signal} its weakest (${weakest.score})`
}

const formatMissing = (signals: string[]) => `${inWords.format(signals)} ${signals.length === 1 ? 'is' : 'are'}`

const inWords = new Intl.ListFormat('en-GB')
