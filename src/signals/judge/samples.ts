import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { dayMs } from '../../../contract/time.ts'
import { BudgetSpent } from '../../activity/budgets.ts'
import { type Activity, insertActivity } from '../../activity/store.ts'
import type { Configured, Deps } from '../../deps.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { JudgeDeclined, type JudgeRequest, type Spending } from '../../providers/model/model.ts'
import { deleteSamples, insertSample, listSamples, type StoredSample } from './store.ts'

/** Samples of the same content are reused for this long (D19). */
const reuseMs = 30 * dayMs

export const pruneSamples = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteSamples(db, new Date(clock.now().getTime() - reuseMs), signal)

export interface SampleRequest {
  content: object
  /** Other contents whose samples may be used. */
  sharing?: Sharing
  toRequest: (sample: { contentKey: string; index: number }) => Promise<JudgeRequest>
  /** Selects the part of a verdict to store. */
  keep: (verdict: unknown) => unknown
}

/** Near-identical pictures share samples that found nothing specific to one of them (D108). */
interface Sharing {
  /** Where shared samples are looked for, in this order. */
  from: object[]
  /** Where the first shareable sample is offered: the first of these without samples. */
  to: object[]
  isShareable: (sample: StoredSample) => boolean
}

interface SampleSetKey {
  contentKey: string
  provider: string
  model: string
  since: Date
}

export interface Samples {
  key: SampleSetKey
  samples: StoredSample[]
  /** The first one was made for an earlier verdict. */
  areReused: boolean
  /** Some requested samples are missing. */
  isCutShort: boolean
}

/**
 * Uses stored samples, else shared ones, else takes one. Concurrent callers for the same content get the same samples.
 */
export async function takeSamples(
  deps: Configured<'model'>,
  asked: SampleRequest,
  signal: AbortSignal,
): Promise<Samples> {
  const key = toKey(deps, asked.content)
  const stored = await findStored(deps, asked, key)
  if (stored) return stored
  const { sample, spent } = await takeSample(deps, { asked, contentKey: key.contentKey, index: 0 }, signal)
  const activity = toActivity(deps, spent)
  noteSpent(deps, spent)
  const inserted = await insertSample(deps.db, { ...key, sample, activity })
  const own = { key, samples: [inserted], areReused: false, isCutShort: false }
  return (await offer(deps, asked, inserted)) ?? own
}

/** The content's own samples, else shared ones. */
async function findStored(
  deps: Configured<'model'>,
  { sharing }: SampleRequest,
  own: SampleSetKey,
): Promise<Samples | null> {
  const keys = [own, ...(sharing?.from ?? []).map((content) => toKey(deps, content))]
  const { provider, model, since } = own
  const contentKeys = keys.map(({ contentKey }) => contentKey)
  const stored = await listSamples(deps.db, { contentKeys, provider, model, since })
  for (const key of keys) {
    const samples = stored.get(key.contentKey) ?? []
    if (samples.length > 0 && (key === own || areShareable(sharing, samples)))
      return { key, samples, areReused: true, isCutShort: false }
  }
  return null
}

/** Shares a new sample, or returns those of a near-identical picture that was faster. */
async function offer(
  deps: Configured<'model'>,
  { sharing }: SampleRequest,
  sample: StoredSample,
): Promise<Samples | null> {
  if (!sharing || sharing.to.length === 0 || !sharing.isShareable(sample)) return null
  for (const content of sharing.to) {
    const key = toKey(deps, content)
    const first = await insertSample(deps.db, { ...key, sample })
    if (sharing.isShareable(first)) return { key, samples: [first], areReused: false, isCutShort: false }
  }
  return null
}

const areShareable = (sharing: Sharing | undefined, samples: StoredSample[]): boolean =>
  sharing !== undefined && samples.every(sharing.isShareable)

function toKey({ model, clock }: Configured<'model'>, content: object): SampleSetKey {
  const { provider, name, parameters } = model
  const contentKey = hash({ ...content, provider, model: name, parameters })
  return { contentKey, provider, model: name, since: new Date(clock.now().getTime() - reuseMs) }
}

export interface Refining {
  upTo: number
  /** Ends the sampling with the samples so far. */
  deadline: AbortSignal
  signal: AbortSignal
}

/** Takes the missing samples at once. Failed ones lower the confidence. */
export async function takeMoreSamples(
  deps: Configured<'model'>,
  { asked, taken }: { asked: SampleRequest; taken: Samples },
  refining: Refining,
): Promise<Samples> {
  const { upTo } = refining
  const { key, samples } = taken
  const added = await takeMissing(deps, { asked, taken }, refining)
  const own = toKey(deps, asked.content)
  const isShared = key.contentKey !== own.contentKey
  if (isShared && !areShareable(asked.sharing, added)) return leaveShared(deps, { asked, added, own }, refining)
  const stored = await Promise.all(added.map((sample) => insertSample(deps.db, { ...key, sample })))
  // Another picture's samples may have been stored in the meantime.
  if (isShared && !areShareable(asked.sharing, stored)) return leaveShared(deps, { asked, added, own }, refining)
  const all = [...samples, ...stored].toSorted((a, b) => a.sampleIndex - b.sampleIndex)
  return { ...taken, samples: all, isCutShort: all.length < upTo }
}

/** Judges a picture by itself from now on, because its samples found something specific to it. */
async function leaveShared(
  deps: Configured<'model'>,
  { asked, added, own }: { asked: SampleRequest; added: StoredSample[]; own: SampleSetKey },
  refining: Refining,
): Promise<Samples> {
  const stored = await Promise.all(added.map((sample) => insertSample(deps.db, { ...own, sample })))
  const taken = { key: own, samples: stored, areReused: false, isCutShort: false }
  const missing = await takeMissing(deps, { asked, taken }, refining)
  const rest = await Promise.all(missing.map((sample) => insertSample(deps.db, { ...own, sample })))
  const all = [...stored, ...rest].toSorted((a, b) => a.sampleIndex - b.sampleIndex)
  return { ...taken, samples: all, isCutShort: all.length < refining.upTo }
}

/** Doesn't store the samples. */
async function takeMissing(
  deps: Configured<'model'>,
  { asked, taken: { key, samples } }: { asked: SampleRequest; taken: Samples },
  { upTo, deadline, signal }: Refining,
): Promise<StoredSample[]> {
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
  // A gateway may switch models between calls; keep only samples from the first one.
  return answers.filter(({ resolvedModel }) => resolvedModel === first?.resolvedModel)
}

const hash = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** After these errors, the verdict rests on the existing samples. */
const isMissing = (error: unknown) =>
  error instanceof UpstreamError || error instanceof JudgeDeclined || error instanceof BudgetSpent

/** Takes a sample within the token budget. The caller counts its cost; that of a failed call is counted here. */
async function takeSample(
  deps: Configured<'model'>,
  { asked, contentKey, index }: { asked: SampleRequest; contentKey: string; index: number },
  signal: AbortSignal,
): Promise<{ sample: StoredSample; spent: Spent }> {
  const { clock, model } = deps
  const settle = await deps.budgets.holdSample()
  const { spent, onSpent } = createSpending()
  try {
    const request = await asked.toRequest({ contentKey, index })
    const response = await model.judge({ ...request, onSpent }, signal)
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

function createSpending() {
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, savedTokens: 0 }
  const onSpent = ({ inputTokens, outputTokens, cachedTokens, savedTokens }: Spending) => {
    spent.calls += 1
    spent.inputTokens += inputTokens
    spent.outputTokens += outputTokens
    spent.cachedTokens += cachedTokens
    spent.savedTokens += savedTokens
  }
  return { spent, onSpent }
}

interface Spent extends Spending {
  calls: number
}

async function countSpent(deps: Deps, spent: Spent): Promise<void> {
  noteSpent(deps, spent)
  await insertActivity(deps.db, toActivity(deps, spent))
}

/** Counts in the metrics only, not in the activity. */
function noteSpent({ config, metrics }: Deps, spent: Spent): void {
  const { inputTokens, outputTokens, cachedTokens, savedTokens } = spent
  metrics.modelTokens.inc({ kind: 'input' }, inputTokens)
  metrics.modelTokens.inc({ kind: 'output' }, outputTokens)
  metrics.modelCachedTokens.inc(cachedTokens)
  if (config.modelPrice) {
    metrics.modelCost.inc({ kind: 'input' }, ((inputTokens - savedTokens) * config.modelPrice.input) / 1e6)
    metrics.modelCost.inc({ kind: 'output' }, (outputTokens * config.modelPrice.output) / 1e6)
  }
}

const toActivity = ({ clock }: Deps, spent: Spent): Activity => ({
  at: clock.now(),
  amounts: {
    'model.call': spent.calls,
    'model.input-token': spent.inputTokens,
    'model.output-token': spent.outputTokens,
    'model.cached-token': spent.cachedTokens,
    'model.saved-token': spent.savedTokens,
  },
})
