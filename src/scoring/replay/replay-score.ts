import { Type } from 'typebox'
import { aggregateX100 } from '../../../contract/aggregate.ts'
import { toBand } from '../../../contract/bands.ts'
import type { Deps } from '../../deps.ts'
import { checkValue } from '../../platform/check-value.ts'
import type { ReplayedSignal } from '../../signals/definition.ts'
import { formatSpread } from '../../signals/judged.ts'
import { findSignal } from '../../signals/registry.ts'
import type { Reading } from '../../../contract/signals/schemas.ts'
import { type ScoreResult, parseScore } from '../../../contract/schemas/score.ts'
import type { StoredRecord } from './record-store.ts'

export interface Difference {
  id: string
  /** `meme`, `meme confidence`, `aggregate`, `band` … */
  what: string
  stored: number | string | null
  replayed: number | string | null
}

/**
 * Computes a record again from its evidence, under its own prompt version, and lists the differences; none for a
 * version that this release lacks.
 */
export function replayScore(deps: Pick<Deps, 'signals' | 'versions'>, record: StoredRecord): Difference[] {
  const { id, promptVersion } = record
  const score = parseScore(record.body)
  const prompt = deps.versions.find(promptVersion)
  if (!prompt) return []
  const evidence = checkValue(Evidence, record.evidence) ? record.evidence : {}
  const signals = prompt.signals.map(({ name, weight }): ReplayedPart => {
    const stored = score.signals[name]
    if (!stored) throw new Error(`the record has no reading of ${name}`)
    const given = { submission: score.submission, prompt, evidence: evidence[name] }
    const again = stored.stub ? { score: stubScore, confidence: null } : findSignal(deps, name).replay(given)
    return { name, weight, stored, again }
  })
  return compare(score, signals).map((difference) => ({ id, ...difference }))
}

const Evidence = Type.Record(Type.String(), Type.Unknown())

const stubScore = 50

interface ReplayedPart {
  name: string
  weight: number
  stored: Reading
  again: ReplayedSignal
}

type Found = Omit<Difference, 'id'>

function compare(score: ScoreResult, signals: ReplayedPart[]): Found[] {
  const x100 = aggregateX100(
    signals.map(({ weight, stored, again }) => ({ weight, score: again.score ?? stored.score, stub: stored.stub })),
  )
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
