import { createHash } from 'node:crypto'
import { type Budgets, BudgetSpent } from '../activity/budgets/budgets.ts'
import type { Deps } from '../deps.ts'
import { canonicalJson } from '../platform/crypto/canonical-json.ts'
import { dayMs } from '../platform/clock.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { JudgeDeclined, type JudgeRequest, type Model } from '../providers/model/model.ts'
import { type Spent, countSpent, createSpending, noteSpent, toActivity } from './spending.ts'
import { type StoredSample, deleteSamples, insertSample, listSamples } from './store.ts'

type SampleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'> & { model: Model; budgets: Budgets }

/** Samples of the same content are reused for this long (D19). */
const reuseMs = 30 * dayMs

/** Deletes the samples that are too old for reuse; returns how many. */
export const pruneSamples = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> =>
  deleteSamples(db, new Date(clock.now().getTime() - reuseMs), signal)

/** The subject of samples. Apart from the model, `content` is all that decides a verdict. */
interface SampleRequest {
  content: object
  toRequest: (sample: { contentKey: string; index: number }) => JudgeRequest
  /** Selects the part of a verdict to store. */
  keep: (verdict: unknown) => unknown
}

/** The judge's samples of one content, in the order of their indices. */
export interface Samples {
  key: { contentKey: string; provider: string; model: string; since: Date }
  samples: StoredSample[]
  /** The first one was made for an earlier verdict. */
  areReused: boolean
  /** Some that were asked for did not come. */
  isCutShort: boolean
}

/** The stored samples of one content, or a new one. Concurrent callers for the same content get the same samples. */
export async function takeSamples(deps: SampleDeps, asked: SampleRequest, signal: AbortSignal): Promise<Samples> {
  const { provider, name, parameters } = deps.model
  const contentKey = hash({ ...asked.content, provider, model: name, parameters })
  const since = new Date(deps.clock.now().getTime() - reuseMs)
  const key = { contentKey, provider, model: name, since }
  const stored = await listSamples(deps.db, key)
  if (stored.length > 0) return { key, samples: stored, areReused: true, isCutShort: false }
  const { sample, spent } = await takeSample(deps, { asked, contentKey, index: 0 }, signal)
  const activity = toActivity(deps, spent)
  noteSpent(deps, spent)
  const inserted = await insertSample(deps.db, { ...key, sample, activity })
  return { key, samples: [inserted], areReused: false, isCutShort: false }
}

export interface Refining {
  /** How many samples there should be. */
  upTo: number
  /** Ends the sampling with the samples that are there. */
  deadline: AbortSignal
  signal: AbortSignal
}

/** Takes the missing samples up to a number, all at once. Those that fail are missing, which makes the verdict less sure. */
export async function takeMoreSamples(
  deps: SampleDeps,
  { asked, taken }: { asked: SampleRequest; taken: Samples },
  { upTo, deadline, signal }: Refining,
): Promise<Samples> {
  const { key, samples } = taken
  const [first] = samples
  const known = new Set(samples.map(({ sampleIndex }) => sampleIndex))
  const indices = Array.from({ length: upTo }, (_, index) => index).filter((index) => !known.has(index))
  const either = AbortSignal.any([signal, deadline])
  const take = async (index: number): Promise<StoredSample[]> => {
    try {
      const { sample, spent } = await takeSample(deps, { asked, contentKey: key.contentKey, index }, either)
      await countSpent(deps, spent)
      return [sample]
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted || isMissing(error)) return []
      throw error
    }
  }
  const answers = (await Promise.all(indices.map(take))).flat()
  // A gateway may answer with another model meanwhile: a verdict rests on one.
  const added = answers.filter(({ resolvedModel }) => resolvedModel === first?.resolvedModel)
  const stored = await Promise.all(added.map((sample) => insertSample(deps.db, { ...key, sample })))
  const all = [...samples, ...stored].toSorted((a, b) => a.sampleIndex - b.sampleIndex)
  return { ...taken, samples: all, isCutShort: all.length < upTo }
}

const hash = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** Errors after which a verdict rests on the samples that there are. */
const isMissing = (error: unknown) =>
  error instanceof UpstreamError || error instanceof JudgeDeclined || error instanceof BudgetSpent

/** Takes a sample within the budget of tokens. The caller counts its cost elsewhere; that of a failed call is counted here. */
async function takeSample(
  deps: SampleDeps,
  { asked, contentKey, index }: { asked: SampleRequest; contentKey: string; index: number },
  signal: AbortSignal,
): Promise<{ sample: StoredSample; spent: Spent }> {
  const { clock, model } = deps
  const settle = await deps.budgets.holdSample()
  const { spent, onSpent } = createSpending()
  try {
    const response = await model.judge({ ...asked.toRequest({ contentKey, index }), onSpent }, signal)
    const kept = asked.keep(storable(response.arguments))
    const sample = { ...response, arguments: kept, sampleIndex: index, createdAt: clock.now() }
    return { sample, spent }
  } catch (error) {
    await countSpent(deps, spent)
    throw error
  } finally {
    await settle(spent.inputTokens + spent.outputTokens)
  }
}

/** Replaces text that PostgreSQL refuses: NUL and lone surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, storable(field)]))
}
