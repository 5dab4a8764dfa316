import type {
  AccuracyFacts,
  AnchorSeries,
  EvaluationFacts,
  EvaluationFigure,
} from '../../../contract/props/transparency.ts'
import type { AnchorRun, EvaluationRun, Metric } from '../../evaluation/schemas.ts'

/** The newest run of each version and model, and one series for each. */
export function toAccuracy(
  { runs, anchors }: { runs: EvaluationRun[]; anchors: AnchorRun[] },
  maxShift: number,
): AccuracyFacts {
  const newest = new Set([...Map.groupBy(runs, toSubject).values()].flatMap(([run]) => run?.id ?? []))
  return {
    runs: runs.filter(({ id }) => newest.has(id)).map(toFacts),
    earlierRuns: runs.filter(({ id }) => !newest.has(id)).map(toFacts),
    series: [...Map.groupBy(anchors, toSubject).values()].flatMap(toSeries),
    maxShift,
  }
}

const toSubject = ({ promptVersion, model }: EvaluationRun | AnchorRun): string => `${promptVersion} ${model}`

function toFacts(run: EvaluationRun): EvaluationFacts {
  const { id, promptVersion, model, resolvedModel, finishedAt, hasPassed, attacks, repeats } = run
  const get = (group: Metric['group'], metric: string) => getFigure(run, { group, metric })
  return {
    id,
    promptVersion,
    model: resolvedModel ?? model,
    finishedAt,
    hasPassed,
    pitches: get('meme', 'items').value ?? 0,
    pictures: get('image', 'items').value ?? 0,
    attacks,
    repeats,
    figures: (['spearman', 'error', 'bandAgreement', 'repeatDeviation', 'bandChanges'] as const).map((metric) => ({
      metric,
      meme: get('meme', metric),
      image: get('image', metric),
    })),
    halves: (['redTeam', 'redTeamHeldOut'] as const).map((group) => ({
      half: group === 'redTeam' ? 'tuned' : 'heldOut',
      attackSuccess: {
        ...get(group, 'attackSuccess'),
        low: get(group, 'attackSuccessLow').value,
        high: get(group, 'attackSuccessHigh').value,
      },
      falseCaps: get(group, 'falseCaps'),
      twinLosses: get(group, 'twinLosses'),
    })),
  }
}

function getFigure({ summary }: EvaluationRun, { group, metric }: Pick<Metric, 'group' | 'metric'>): EvaluationFigure {
  const found = summary.metrics.find((one) => one.group === group && one.metric === metric)
  if (!found) return { value: null, least: null, most: null, isMissed: false }
  const { value, least, most, isMissed } = found
  return { value, least, most, isMissed }
}

/** Nothing, for no runs. */
function toSeries(runs: AnchorRun[]): AnchorSeries[] {
  const [newest] = runs
  if (!newest) return []
  const { promptVersion, model, resolvedModel, items } = newest
  const days = runs.map(({ id, finishedAt, mean, shift, bandFlips, isOtherModel }) => ({
    id,
    finishedAt,
    mean,
    shift,
    bandFlips,
    isOtherModel,
  }))
  return [{ promptVersion, model: resolvedModel ?? model, items, days: days.toReversed() }]
}
