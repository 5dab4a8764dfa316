import { createHash } from 'node:crypto'
import { noteActivity } from '../activity/note-activity.ts'
import type { Deps } from '../deps.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import type { JudgeRequest, Model, Usage } from '../providers/model.ts'
import { type StoredSample, addTokensSpent, findTokensSpent, insertSample, listSamples } from './store.ts'

type SampleDeps = Pick<Deps, 'db' | 'clock' | 'config'> & { model: Model }

/** Samples of the same content are reused for this long (D19). */
const keptMs = 30 * 86_400_000

/**
 * The judge's samples of one content: the stored ones, or a new one. `content` is all that decides an answer beside
 * the model; whoever asks for the same content at once ends with the same samples.
 */
export async function takeSamples(
  deps: SampleDeps,
  { content, ask }: { content: object; ask: () => JudgeRequest },
  abort: AbortSignal,
): Promise<{ contentKey: string; samples: StoredSample[] }> {
  const { provider, name, parameters } = deps.model
  const contentKey = hash({ ...content, provider, model: name, parameters })
  const since = new Date(deps.clock.now().getTime() - keptMs)
  const key = { contentKey, provider, model: name, since }
  const stored = await listSamples(deps.db, key)
  if (stored.length > 0) return { contentKey, samples: stored }
  const sample = await sampleModel(deps, ask(), abort)
  return { contentKey, samples: [await insertSample(deps.db, { ...key, sample })] }
}

const hash = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

async function sampleModel(deps: SampleDeps, request: JudgeRequest, abort: AbortSignal): Promise<StoredSample> {
  const { clock, model } = deps
  await requireBudget(deps)
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const onSpent: JudgeRequest['onSpent'] = ({ inputTokens, outputTokens }) => {
    spent.calls += 1
    spent.inputTokens += inputTokens
    spent.outputTokens += outputTokens
  }
  try {
    const answer = await model.judge({ ...request, onSpent }, abort)
    return { ...answer, arguments: storable(answer.arguments), sampleIndex: 0, createdAt: clock.now() }
  } finally {
    await countSpent(deps, spent)
  }
}

/** Calls under way are not counted yet: the last ones of a day may go over the ceiling. */
async function requireBudget({ db, clock, config }: SampleDeps): Promise<void> {
  const budget = config.modelDailyBudgetTokens
  if (budget === null) return
  const now = clock.now()
  if ((await findTokensSpent(db, dayOf(now))) < budget) return
  const midnight = new Date(now).setUTCHours(24, 0, 0, 0)
  throw new UpstreamError('model', 'open', 'The daily token budget of the model is spent', midnight - now.getTime())
}

/** For the budget only where there is one: all judgements of a day wait for its row. */
async function countSpent(deps: SampleDeps, { calls, inputTokens, outputTokens }: Usage & { calls: number }) {
  const { db, clock, config } = deps
  await noteActivity(deps, {
    'model.call': calls,
    'model.input-token': inputTokens,
    'model.output-token': outputTokens,
  })
  const tokens = inputTokens + outputTokens
  if (config.modelDailyBudgetTokens !== null && tokens > 0) await addTokensSpent(db, dayOf(clock.now()), tokens)
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** The same value with text that a database takes: no NUL, no half characters. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, storable(field)]))
}
