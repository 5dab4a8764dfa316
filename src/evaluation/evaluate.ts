import { Check } from 'typebox/value'
import { ScoreSubmission } from '../../contract/schemas/score.ts'
import { isReadable, normaliseText } from '../../contract/text.ts'
import { dayMs } from '../../contract/time.ts'
import { BudgetSpent } from '../activity/budgets.ts'
import type { Configured, Deps } from '../deps.ts'
import { UpstreamError } from '../platform/errors.ts'
import { ImageRefused } from '../providers/images/images.ts'
import { JudgeDeclined, type Model } from '../providers/model/model.ts'
import { openPanel, type Question } from '../signals/judge/judging.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import type { EvaluationRun } from './schemas.ts'
import { type Answer, type EvaluationQuestion, type EvaluationSets, listQuestions, type Spent } from './sets.ts'
import { findUnfinishedRun, finishRun, insertRun, type RunSettings } from './store.ts'
import { summarise } from './summarise.ts'

/** Samples are kept this long, so an interrupted run can continue. */
const resumableMs = dayMs

/** Separate from all scores. Continues an interrupted run. */
export async function evaluate(
  deps: Configured<'model'>,
  { sets, prompt, repeats }: { sets: EvaluationSets; prompt: PromptVersion; repeats: number },
  signal: AbortSignal,
): Promise<EvaluationRun> {
  const { db, clock, config } = deps
  const questions = listQuestions(sets, repeats)
  const settings = {
    promptVersion: prompt.id,
    ...nameJudge(deps.model),
    setHash: sets.hash,
    items: sets.calibration.length,
    attacks: sets.kinds.reduce((sum, { attacks }) => sum + attacks.length, 0),
    repeats,
  }
  const { id, startedAt } = await openRun(deps, { kind: 'sets', ...settings })
  const { model, spent } = meterModel(deps.model)
  const asking = { questions, prompt, pictures: sets.pictures, measurement: id }
  const answers = await runQuestions({ ...deps, model }, asking, signal)
  const summary = summarise(sets, { answers, spent, price: config.modelPrice })
  const hasPassed = summary.metrics.every(({ isMissed }) => !isMissed)
  const finished = { id, resolvedModel: spent.resolvedModel, finishedAt: clock.now(), hasPassed, summary }
  await finishRun(db, finished)
  return { ...settings, ...finished, startedAt: startedAt.toISOString(), finishedAt: finished.finishedAt.toISOString() }
}

async function openRun({ db, clock, random }: Deps, settings: RunSettings): Promise<{ id: string; startedAt: Date }> {
  const startedAt = clock.now()
  const unfinished = await findUnfinishedRun(db, settings, new Date(startedAt.getTime() - resumableMs))
  if (unfinished !== undefined) return { id: unfinished, startedAt }
  const id = random.uuid()
  await insertRun(db, { ...settings, id, startedAt })
  return { id, startedAt }
}

const concurrency = 8

/** After this many failures the model is probably unreachable, or its budget is spent. */
const maxConsecutiveFailures = 10

/** The run ended early, because too many consecutive questions got no answer. */
export class EvaluationStopped extends Error {}

/** Eight at a time; answers are in the order of the questions. */
export async function runQuestions(
  deps: Configured<'model'>,
  { questions, ...options }: AskOptions & { questions: EvaluationQuestion[] },
  signal: AbortSignal,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const stopping = new AbortController()
  const either = AbortSignal.any([signal, stopping.signal])
  let next = 0
  let failures = 0
  const work = async () => {
    while (next < questions.length) {
      const at = next++
      const question = questions[at]
      if (!question) return
      const answer = await askQuestion(deps, { question, ...options }, either)
      answers[at] = answer
      failures = answer.outcome === 'failed' ? failures + 1 : 0
      if (failures >= maxConsecutiveFailures)
        throw new EvaluationStopped(
          `The model did not answer ${failures} questions in a row, after ${Object.keys(answers).length - failures} of ${questions.length}. ` +
            'Run the command again within a day to go on from here.',
        )
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } catch (error) {
    stopping.abort(error)
    throw error
  }
  return answers
}

interface AskOptions {
  prompt: PromptVersion
  pictures: Map<string, Buffer>
  /** Samples are reused only within one measurement. */
  measurement: string
}

/** The service doesn't accept this content. */
class ContentRefused extends Error {}

/** Judges as a score would, by the same models, rules, gates and samples. Throws only the signal's reason. */
async function askQuestion(
  deps: Configured<'model'>,
  { question, ...options }: AskOptions & { question: EvaluationQuestion },
  signal: AbortSignal,
): Promise<Answer> {
  const { id, repeat } = question
  const known = { id, repeat, signal: question.signal }
  try {
    const { judgement } = await openPanel(deps, await toJudged(deps, { question, ...options }, signal), signal)
    const { score, gates, lowering } = judgement
    return { ...known, outcome: 'scored', score, gates, ...(lowering && { lowering }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ...known, outcome: toOutcome(error), score: null, gates: [] }
  }
}

function toOutcome(error: unknown): Answer['outcome'] {
  if (error instanceof ContentRefused || error instanceof ImageRefused) return 'refused'
  if (error instanceof JudgeDeclined) return 'declined'
  if (error instanceof UpstreamError || error instanceof BudgetSpent) return 'failed'
  throw error
}

async function toJudged(
  { images }: Deps,
  { question: { content, repeat }, prompt, pictures, measurement }: AskOptions & { question: EvaluationQuestion },
  signal: AbortSignal,
): Promise<Question> {
  const own = { prompt, measurement: `${measurement}:${repeat}` }
  const name = toStored('name', content.name)
  if ('description' in content) {
    const fields = {
      name,
      ticker: toStored('symbol', content.symbol),
      pitch: toStored('description', content.description),
    }
    return { signalName: 'meme', fields, ...own }
  }
  const bytes = pictures.get(content.picture)
  if (!bytes) throw new Error(`The picture ${content.picture} was not loaded`)
  return { signalName: 'image', fields: { name }, image: await images.decode(bytes, signal), ...own }
}

function toStored(field: 'name' | 'symbol' | 'description', raw: string): string {
  if (!Check(ScoreSubmission.properties[field], raw)) throw new ContentRefused()
  const result = normaliseText(raw, field === 'description' ? 'paragraph' : 'line')
  if ('fault' in result || !isReadable(result.text)) throw new ContentRefused()
  return result.text
}

/** Counts the calls, tokens and latencies of a model and its panel in `spent`. */
export function meterModel(model: Model): { model: Model; spent: Spent } {
  const models = [model, ...(model.panel ?? [])]
  const resolved: (string | null)[] = models.map(() => null)
  const spent: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, latenciesMs: [], resolvedModel: null }
  const [first = model, ...panel] = models.map((one, at) =>
    meterOne(one, spent, (resolvedModel) => {
      resolved[at] = resolvedModel
      // Null unless every model of the panel reported one.
      spent.resolvedModel = resolved.includes(null) ? null : resolved.join(modelSeparator)
    }),
  )
  return { model: { ...first, ...(model.panel && { panel }) }, spent }
}

/** Separates the models of a panel. */
const modelSeparator = ' + '

/** Names all models of a panel. */
export function nameJudge(model: Model): { provider: string; model: string } {
  const models = [model, ...(model.panel ?? [])]
  const providers = [...new Set(models.map(({ provider }) => provider))]
  return { provider: providers.join(modelSeparator), model: models.map(({ name }) => name).join(modelSeparator) }
}

function meterOne(model: Model, spent: Spent, onResolved: (resolvedModel: string) => void): Model {
  const judge: Model['judge'] = async (request, signal) => {
    const onSpent: typeof request.onSpent = (usage) => {
      spent.calls += 1
      spent.inputTokens += usage.inputTokens
      spent.outputTokens += usage.outputTokens
      request.onSpent?.(usage)
    }
    const response = await model.judge({ ...request, onSpent }, signal)
    spent.latenciesMs.push(response.latencyMs)
    onResolved(response.resolvedModel)
    return response
  }
  return { ...model, judge }
}
