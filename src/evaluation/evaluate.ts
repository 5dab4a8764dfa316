import type { Configured, Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { dayMs } from '../../contract/durations.ts'
import { listQuestions } from './sets/list-questions.ts'
import type { EvaluationSets } from './sets/load-sets.ts'
import { meterModel, nameJudge } from './meter-model.ts'
import { runQuestions } from './run-questions.ts'
import type { EvaluationRun } from './schemas.ts'
import { type RunSettings, findUnfinishedRun, finishRun, insertRun } from './store.ts'
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
