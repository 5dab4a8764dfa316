import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { canonicalJson } from '../platform/crypto/canonical-json.ts'
import type { JudgeRequest, Model } from '../providers/model/model.ts'
import { countSpent, createSpending, requireBudget } from './spending.ts'
import { type StoredSample, deleteSamples, insertSample, listSamples } from './store.ts'

type SampleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'> & { model: Model }

/** Samples of the same content are reused for this long (D19). */
const REUSE_MS = 30 * 86_400_000

/** Deletes the samples that are too old for reuse; returns how many. */
export const pruneSamples = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteSamples(db, new Date(clock.now().getTime() - REUSE_MS))

/**
 * The judge's samples of one content: the stored ones, or a new one. Apart from the model, `content` is all that decides a
 * verdict; concurrent callers for the same content get the same samples. `keep` selects the part of a verdict to store.
 */
export async function takeSamples(
  deps: SampleDeps,
  { content, toRequest, keep }: { content: object; toRequest: () => JudgeRequest; keep: (verdict: unknown) => unknown },
  signal: AbortSignal,
): Promise<{ contentKey: string; samples: StoredSample[]; areReused: boolean }> {
  const { provider, name, parameters } = deps.model
  const contentKey = hash({ ...content, provider, model: name, parameters })
  const since = new Date(deps.clock.now().getTime() - REUSE_MS)
  const key = { contentKey, provider, model: name, since }
  const stored = await listSamples(deps.db, key)
  if (stored.length > 0) return { contentKey, samples: stored, areReused: true }
  const sample = await sampleModel(deps, toRequest(), signal)
  const kept = { ...sample, arguments: keep(sample.arguments) }
  return { contentKey, samples: [await insertSample(deps.db, { ...key, sample: kept })], areReused: false }
}

const hash = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

async function sampleModel(deps: SampleDeps, request: JudgeRequest, signal: AbortSignal): Promise<StoredSample> {
  const { clock, model } = deps
  await requireBudget(deps)
  const { spent, onSpent } = createSpending()
  try {
    const response = await model.judge({ ...request, onSpent }, signal)
    return { ...response, arguments: storable(response.arguments), sampleIndex: 0, createdAt: clock.now() }
  } finally {
    await countSpent(deps, spent)
  }
}

/** Replaces text that PostgreSQL refuses: NUL and lone surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, storable(field)]))
}
