import { Type } from 'typebox'
import type { Spread } from '../../judge/judging.ts'
import { type PromptVersion, loadPrompt } from '../../judge/prompts.ts'
import { CounterfactualMismatch, replayPanel } from '../../judge/replay-judgement.ts'
import { checkValue } from '../../platform/check-value.ts'
import { findSignalRules } from '../../signals/rule-sets.ts'
import { type SignalName, signalNames } from '../../signals/schemas.ts'
import { aggregateX100 } from '../../../contract/aggregate.ts'
import { toBand } from '../../../contract/bands.ts'
import { type ScoreResult, parseScore } from '../schemas.ts'
import type { StoredRecord } from './record-store.ts'

/** A value of a record that differs when it is computed again from the evidence. */
export interface Difference {
  id: string
  /** `meme`, `meme confidence`, `aggregate`, `band` … */
  what: string
  stored: number | string | null
  replayed: number | string | null
}

/**
 * Computes a record again from its evidence, under its own prompt version, and lists the differences; none for a version that
 * this release lacks.
 */
export function replayScore(record: StoredRecord): Difference[] {
  const { id, promptVersion } = record
  const score = parseScore(record.body)
  const prompt = loadPrompt(promptVersion)
  if (!prompt) return []
  const evidence = checkValue(Evidence, record.evidence) ? record.evidence : {}
  const replayed = new Map<SignalName, Replayed>()
  for (const name of signalNames) replayed.set(name, replaySignal({ name, score, prompt, evidence }))
  return compare(score, { prompt, replayed }).map((difference) => ({ id, ...difference }))
}

const Evidence = Type.Record(Type.String(), Type.Unknown())
const Samples = Type.Object({
  samples: Type.Array(Type.Object({ arguments: Type.Unknown() }), { minItems: 1 }),
  copyOf: Type.Optional(Type.String()),
  isCutShort: Type.Optional(Type.Boolean()),
  counterfactual: Type.Optional(Type.Object({ sample: Type.Object({ arguments: Type.Unknown() }) })),
})
const Panel = Type.Object({ panel: Type.Array(Samples, { minItems: 1 }) })
const HandleRecord = Type.Object({ mentions: Type.Integer(), claimedEarlier: Type.Boolean() })
const WithFacts = Type.Object({ facts: Type.Object({ at: Type.String() }) })

interface Replayed {
  /** null: the evidence for it is missing. */
  score: number | null
  confidence: number | null
  /** `70.1 to 89.9` */
  spread?: string | null
}

interface Part {
  name: SignalName
  score: ScoreResult
  prompt: PromptVersion
  evidence: Record<string, unknown>
}

const missing: Replayed = { score: null, confidence: null }
const stub: Replayed = { score: 50, confidence: null }

function replaySignal({ name, score, prompt, evidence }: Part): Replayed {
  if (score.signals[name].stub) return stub
  const own = evidence[name]
  if (name === 'meme' || name === 'image') return replayJudged({ name, score, prompt, own })
  const rules = findSignalRules(prompt.rules)
  const { submission } = score
  if (name === 'name') return byRules(rules.scoreName(submission.name))
  if (name === 'social') {
    if (!checkValue(HandleRecord, own)) return missing
    const { mentions, claimedEarlier } = own
    return byRules(rules.scoreSocial({ handle: submission.xHandle, ...submission, mentions, claimedEarlier }))
  }
  if (!checkValue(WithFacts, own)) return missing
  return byRules(rules[name].replay(own.facts).reading)
}

const byRules = ({ score }: { score: number }): Replayed => ({ score, confidence: null })

function replayJudged({
  name,
  score,
  prompt,
  own,
}: Pick<Part, 'score' | 'prompt'> & { name: 'meme' | 'image'; own: unknown }): Replayed {
  const members = listMembers(own)
  if (members.length === 0) return missing
  const { submission } = score
  const { name: token, symbol: ticker, description: pitch } = submission
  const fields = name === 'meme' ? { name: token, ticker, pitch } : { name: token }
  const judged = members.map(({ samples, copyOf = null, isCutShort = false, counterfactual }) => ({
    samples,
    copyOf,
    isCutShort,
    ...(counterfactual && { counterfactual: counterfactual.sample }),
  }))
  try {
    const { spread, ...replayed } = replayPanel({ signalName: name, prompt, fields }, judged)
    return { ...replayed, spread: formatSpread(spread) }
  } catch (error) {
    if (error instanceof CounterfactualMismatch) return missing
    throw error
  }
}

function listMembers(own: unknown) {
  if (checkValue(Panel, own)) return own.panel
  return checkValue(Samples, own) ? [own] : []
}

const formatSpread = (spread: Spread | null | undefined): string | null =>
  spread ? `${spread.lowest} to ${spread.highest}` : null

type Found = Omit<Difference, 'id'>

function compare(
  score: ScoreResult,
  { prompt, replayed }: { prompt: PromptVersion; replayed: Map<SignalName, Replayed> },
): Found[] {
  const signals = signalNames.map((name) => ({
    name,
    stored: score.signals[name],
    again: replayed.get(name) ?? missing,
  }))
  const parts = signals.map(({ name, stored, again }) => ({
    score: again.score ?? stored.score,
    weight: prompt.weights[name],
    stub: stored.stub,
  }))
  const x100 = aggregateX100(parts)
  const found: Found[] = [
    ...signals.flatMap(({ name, stored, again }) => [
      { what: name, stored: stored.score, replayed: again.score },
      { what: `${name} confidence`, stored: stored.confidence, replayed: again.confidence },
      { what: `${name} spread`, stored: formatSpread(stored.spread), replayed: again.spread ?? null },
    ]),
    { what: 'aggregate', stored: score.aggregate, replayed: x100 / 100 },
    { what: 'band', stored: score.band, replayed: toBand(x100) },
  ]
  return found.filter(({ stored, replayed }) => stored !== replayed)
}
