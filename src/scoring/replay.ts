import { Type } from 'typebox'
import { aggregateX100 } from '../../contract/aggregate.ts'
import { toBand } from '../../contract/bands.ts'
import { parseScore, type ScoreResult } from '../../contract/schemas/score.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import { nilUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { checkValue } from '../platform/values.ts'
import type { ReplayedSignal } from '../signals/definition.ts'
import type { PromptVersions } from '../signals/judge/prompts.ts'
import { formatSpread } from '../signals/judged.ts'
import { findSignal } from '../signals/registry.ts'
import { countOtherVersions, listRecords, type StoredRecord } from './replay-store.ts'

interface Difference {
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
function replayScore(deps: Pick<Deps, 'signals' | 'versions'>, record: StoredRecord): Difference[] {
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

/** launchscore replay --check */
export async function checkReplaysCommand(deps: Deps, signal: AbortSignal): Promise<CommandResult> {
  const { checked, missing, differing, differences } = await checkReplays(deps, signal)
  const total = Object.values(checked).reduce((sum, count) => sum + count, 0)
  const counts = Object.entries(checked).map(([version, count]) => `${version}: ${count} checked`)
  const others = Object.entries(missing).map(
    ([version, count]) => `${version}: ${count} not checked, because this release lacks it (use the previous release)`,
  )
  const lines = [...differences.map(formatDifference), ...counts, ...others]
  const json = { checked, missing, differing, differences }
  const [first] = differences
  if (!first) return { lines: [...lines, `${total} scores replay to the same numbers`], json }
  return { lines, json, failure: `${differing} of ${total} scores differ; the first: ${formatDifference(first)}` }
}

const formatDifference = ({ id, what, stored, replayed }: Difference): string =>
  `${id} ${what}: stored ${stored ?? 'none'}, replayed ${replayed ?? 'none'}`

/** Records in memory at once: each may hold 100 kB of evidence. */
const pageSize = 100

/** Further differences are counted but not listed. */
const maxListed = 100

interface Checked {
  /** Scores by prompt version. */
  checked: Record<string, number>
  /** The scores of prompt versions that this release lacks. */
  missing: Record<string, number>
  differing: number
  differences: Difference[]
}

/** Replays every stored score, in the order of the ids. */
async function checkReplays(deps: Deps, signal: AbortSignal): Promise<Checked> {
  const result: Checked = { checked: {}, missing: {}, differing: 0, differences: [] }
  let after = nilUuid
  for (;;) {
    const records = await listRecords(deps.db, { after, limit: pageSize })
    for (const record of records) {
      signal.throwIfAborted()
      const { promptVersion } = record
      const counts = deps.versions.find(promptVersion) ? result.checked : result.missing
      counts[promptVersion] = (counts[promptVersion] ?? 0) + 1
      const found = replay(deps, record)
      if (found.length > 0) result.differing += 1
      result.differences.push(...found.slice(0, maxListed - result.differences.length))
    }
    const last = records.at(-1)
    if (!last) return result
    after = last.id
  }
}

function replay(deps: Deps, record: StoredRecord): Difference[] {
  try {
    return replayScore(deps, record)
  } catch (error) {
    throw new Error(`score ${record.id} can’t be replayed`, { cause: error })
  }
}

/**
 * Logs in the background how many records have a prompt version that this release lacks; they are shown, but can't be
 * replayed. Returns a function that waits for it.
 */
export function warnOfMissingVersions({ reads, log, activePrompt, versions }: Deps): () => Promise<void> {
  const warn = async () => {
    await activePrompt() // logs that the active version is missing
    const released = versions.list().map(({ id }) => id)
    for (const { version, records } of await countOtherVersions(reads, released))
      log.warn(
        { version, records },
        `${records} records have the prompt version ${version}, which this release lacks: use the previous release to replay them`,
      )
  }
  const warning = warn().catch((error: unknown) => log.warn({ err: error }, 'can’t look for missing prompt versions'))
  return () => warning
}

export function findWeights({ versions }: { versions: PromptVersions }, id: string): Record<string, number> | null {
  const found = versions.find(id)
  return found ? Object.fromEntries(found.signals.map(({ name, weight }) => [name, weight])) : null
}
