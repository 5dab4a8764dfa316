import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Configured, Deps } from '../deps.ts'
import { observe } from '../platform/metrics.ts'
import { succeedsWithin } from '../platform/resilience/timeouts.ts'
import { toDay } from '../platform/time.ts'
import type { Model } from '../providers/model/model.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import { EvaluationStopped, meterModel, nameJudge, runQuestions } from './evaluate.ts'
import type { AnchorRun } from './schemas.ts'
import { type EvaluationSets, listQuestions, loadSets, toHash } from './sets.ts'
import {
  claimAnchorDay,
  findSeries,
  type FinishedRun,
  finishRun,
  insertRun,
  listRuns,
  type RunSettings,
} from './store.ts'
import { getBand, mean } from './summarise.ts'

const AnchorSummary = Type.Object({
  scores: Type.Record(Type.String(), Type.Number()),
  mean: Type.Number(),
  shift: Type.Number(),
  bandFlips: Type.Integer(),
  isOtherModel: Type.Boolean(),
})

/** Separate from all scores. */
export async function checkAnchors(
  deps: Configured<'model'>,
  sets: EvaluationSets,
  signal: AbortSignal,
): Promise<AnchorRun> {
  const { settings, asked } = plan(deps.model, { sets, prompt: await deps.activePrompt() })
  const [id, startedAt] = [deps.random.uuid(), deps.clock.now()]
  await insertRun(deps.db, { ...settings, id, startedAt })
  return judgeAnchors(deps, { id, settings, asked }, signal)
}

/** A replica that hasn't finished within this time has crashed, and another one may take over. */
const abandonedMs = 1_800_000

/** Runs in one replica a day, after the configured time. */
export async function checkAnchorsDaily(deps: Deps, signal: AbortSignal): Promise<void> {
  const { model, config, clock, db, random, log } = deps
  const now = clock.now()
  if (!model || config.evalAnchorsAt === null || now.toISOString().slice(11, 16) < config.evalAnchorsAt) return
  const day = toDay(now)
  const { settings, asked } = plan(model, { sets: loadSets(), prompt: await deps.activePrompt() })
  const abandonedBefore = new Date(now.getTime() - abandonedMs)
  const id = await claimAnchorDay(db, { ...settings, id: random.uuid(), startedAt: now, day, abandonedBefore })
  if (id === undefined) return
  const run = await judgeAnchors({ ...deps, model }, { id, settings, asked }, signal)
  if (hasDrifted(run))
    log.warn({ shift: run.shift, bandFlips: run.bandFlips, model: run.resolvedModel }, 'the judge has drifted')
}

function plan(model: Model, { sets: { anchors, pictures }, prompt }: { sets: EvaluationSets; prompt: PromptVersion }) {
  const named = new Set(anchors.flatMap((item) => ('picture' in item ? item.picture : [])))
  const own = new Map([...pictures].filter(([name]) => named.has(name)))
  const settings: RunSettings = {
    kind: 'anchors',
    promptVersion: prompt.id,
    ...nameJudge(model),
    setHash: toHash(anchors, own),
    items: anchors.length,
    attacks: 0,
    repeats: 1,
  }
  return {
    settings,
    asked: { questions: listQuestions({ calibration: anchors, kinds: [] }, 1), prompt, pictures: own },
  }
}

interface Run extends ReturnType<typeof plan> {
  id: string
}

async function judgeAnchors(
  deps: Configured<'model'>,
  { id, settings, asked }: Run,
  signal: AbortSignal,
): Promise<AnchorRun> {
  const { db, clock } = deps
  const { model, spent } = meterModel(deps.model)
  const answers = await runQuestions({ ...deps, model }, { ...asked, measurement: id }, signal)
  const scored = answers.flatMap(({ id: item, score }) => (score === null ? [] : [[item, score] as const]))
  if (scored.length * 2 < answers.length) throw new EvaluationStopped('Fewer than half of the anchors got a score.')
  const state: AnchorState = { scores: Object.fromEntries(scored), resolvedModel: spent.resolvedModel }
  const series = await findSeries(db, settings)
  const drift = measureDrift(state, series && { first: toState(series.first), last: toState(series.last) })
  const finishedAt = clock.now()
  const summary = { scores: state.scores, ...drift }
  const hasPassed = !hasDrifted(drift)
  await finishRun(db, { id, resolvedModel: state.resolvedModel, finishedAt, hasPassed, summary })
  return toAnchorRun({
    ...settings,
    id,
    resolvedModel: state.resolvedModel,
    startedAt: finishedAt,
    finishedAt,
    hasPassed,
    summary,
  })
}

const toState = (run: FinishedRun): AnchorState => ({ scores: toSummary(run).scores, resolvedModel: run.resolvedModel })

function toSummary({ id, summary }: FinishedRun): Static<typeof AnchorSummary> {
  if (!Check(AnchorSummary, summary)) throw new Error(`The stored run ${id} of the anchors is damaged`)
  return summary
}

function toAnchorRun(run: FinishedRun): AnchorRun {
  const { id, promptVersion, provider, model, resolvedModel, finishedAt, items } = run
  const { mean, shift, bandFlips, isOtherModel } = toSummary(run)
  const drift = { mean, shift, bandFlips, isOtherModel }
  return { id, promptVersion, provider, model, resolvedModel, finishedAt: finishedAt.toISOString(), items, ...drift }
}

export const listAnchorRuns = async (db: Deps['db'], limit: number): Promise<AnchorRun[]> =>
  (await listRuns(db, 'anchors', limit)).map(toAnchorRun)

const gauges: [name: string, help: string, value: (run: AnchorRun) => number][] = [
  ['launchscore_anchor_mean_score', 'Mean score of the anchors in their newest run', ({ mean }) => mean],
  [
    'launchscore_anchor_shift_points',
    'Points by which that mean has moved since the first run of its series',
    ({ shift }) => shift,
  ],
  [
    'launchscore_anchor_band_flips',
    'Anchors that are in another band than in that first run',
    ({ bandFlips }) => bandFlips,
  ],
  [
    'launchscore_anchor_model_changed',
    '1 if the provider reported another model id than in the run before',
    ({ isOtherModel }) => Number(isOtherModel),
  ],
  [
    'launchscore_anchor_run_timestamp_seconds',
    'When the newest run of the anchors ended',
    ({ finishedAt }) => Date.parse(finishedAt) / 1000,
  ],
]

export function observeAnchors({ metrics, reads, config }: Deps): void {
  let reading: Promise<AnchorRun[]> | undefined
  const readShared = () => (reading ??= readInTime(reads, config.healthTimeoutMs).finally(() => (reading = undefined)))
  for (const [name, help, value] of gauges)
    observe(metrics, {
      name,
      help,
      labelNames: [],
      collect: async (set) => {
        const [newest] = await readShared()
        if (newest) set({}, value(newest))
      },
    })
}

/** A failing or slow database must not fail or delay the scrape. */
async function readInTime(reads: Deps['reads'], ms: number): Promise<AnchorRun[]> {
  const reading = listAnchorRuns(reads, 1)
  return (await succeedsWithin(reading, ms)) ? reading : []
}

/** The scores by anchor id. An anchor without an answer is missing. */
type AnchorScores = Record<string, number>

interface AnchorState {
  scores: AnchorScores
  resolvedModel: string | null
}

interface Drift {
  mean: number
  shift: number
  bandFlips: number
  isOtherModel: boolean
}

/** Compares with the first run of the series, by the anchors that both have. */
function measureDrift(now: AnchorState, series: { first: AnchorState; last: AnchorState } | undefined): Drift {
  const own = round(mean(Object.values(now.scores)))
  if (!series) return { mean: own, shift: 0, bandFlips: 0, isOtherModel: false }
  const { first, last } = series
  const shared = Object.entries(now.scores).flatMap(([id, score]) => {
    const before = first.scores[id]
    return before === undefined ? [] : [{ score, before }]
  })
  return {
    mean: own,
    shift: shared.length === 0 ? 0 : round(mean(shared.map(({ score, before }) => score - before))),
    bandFlips: shared.filter(({ score, before }) => getBand(score) !== getBand(before)).length,
    isOtherModel: last.resolvedModel !== null && now.resolvedModel !== null && now.resolvedModel !== last.resolvedModel,
  }
}

/** A larger shift of the mean, in points, is drift. */
export const maxShift = 3

export const hasDrifted = ({ shift, bandFlips, isOtherModel }: Drift): boolean =>
  Math.abs(shift) > maxShift || bandFlips > 0 || isOtherModel

const round = (value: number): number => Math.round(value * 100) / 100
