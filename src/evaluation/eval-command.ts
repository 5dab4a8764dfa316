import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import type { Model } from '../providers/model/model.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import { checkAnchors, hasDrifted } from './anchors.ts'
import { evaluate } from './evaluate.ts'
import type { AnchorRun, EvaluationRun, Metric } from './schemas.ts'
import { loadSets } from './sets.ts'

interface Side {
  prompt: PromptVersion
  model: Model
}

interface EvalOptions {
  /** Two prompt versions or two models. */
  compare?: string[]
  anchors?: boolean
  model?: string
  repeats?: string
  folder?: string
}

/** launchscore eval */
export async function evalCommand(deps: Deps, options: EvalOptions, signal: AbortSignal): Promise<CommandResult> {
  const repeats = toRepeats(options.repeats)
  const sets = loadSets(options.folder)
  const sides = toSides(deps, options, await deps.activePrompt())
  const [side] = sides
  if (options.anchors && side) {
    if (sides.length > 1) throw new UsageError('--anchors can’t be combined with --compare')
    const run = await checkAnchors({ ...deps, model: side.model }, sets, signal)
    return { lines: formatAnchors(run), json: run, ...(hasDrifted(run) && { failure: 'the judge has drifted' }) }
  }
  const runs: EvaluationRun[] = []
  for (const { prompt, model } of sides)
    runs.push(await evaluate({ ...deps, model }, { sets, prompt, repeats }, signal))
  const missed = runs.find(({ hasPassed }) => !hasPassed)
  const json = sides.length === 1 ? runs[0] : runs
  return { lines: formatRuns(runs), json, ...(missed && { failure: formatMissedBounds(missed) }) }
}

function toSides(deps: Deps, { compare, model: own }: EvalOptions, active: PromptVersion): Side[] {
  if (compare === undefined) return [{ prompt: active, model: openModelByName(deps, own) }]
  if (compare.length !== 2) throw new UsageError('--compare needs two prompt versions or two models')
  return compare.map((value) => {
    const prompt = findPrompt(deps, value)
    if (!prompt && own !== undefined) throw new UsageError(`--model can’t be combined with the model ${value}`)
    return { prompt: prompt ?? active, model: openModelByName(deps, prompt ? own : value) }
  })
}

function findPrompt({ versions }: Deps, value: string): PromptVersion | undefined {
  const found = versions.list().find(({ id, semver }) => id === value || semver === value)
  if (!found && /^(?:[a-z-]+@)?\d+\.\d+\.\d+$/.test(value)) throw new UsageError(`unknown prompt version ${value}`)
  return found && versions.find(found.id)
}

function openModelByName({ openModel }: Deps, name: string | undefined): Model {
  const model = openModel(name)
  if (!model) throw new Error('There is no model to measure: MODEL_PROVIDER is not set.')
  return model
}

function toRepeats(value: string | undefined): number {
  if (value === undefined) return 3
  if (/^[1-9]$/.test(value)) return Number(value)
  throw new UsageError('--repeats must be a whole number from 1 to 9')
}

function formatRuns(runs: EvaluationRun[]): string[] {
  const first = runs[0]
  if (!first) return []
  const columns = runs.map(({ promptVersion, model }) => `${promptVersion} · ${model}`)
  const rows = first.summary.metrics.map((metric, n) => [
    `${groups[metric.group]} ${words[metric.metric] ?? metric.metric}`,
    formatBound(metric),
    ...runs.map(({ summary }) => formatMetric(summary.metrics[n])),
  ])
  return [
    `${first.items} calibration items × ${first.repeats}, ${first.attacks} attacks with their twins (sets ${first.setHash.slice(0, 12)})`,
    '',
    ...formatTable([['', 'bound', ...columns], ...rows, ...formatCosts(runs)]),
    '',
    ...runs.flatMap(listSucceeded),
    ...runs.map(formatVerdict),
  ]
}

const groups: Record<Metric['group'], string> = {
  meme: 'meme',
  image: 'image',
  redTeam: 'red team',
  redTeamHeldOut: 'red team, held out',
}

const words: Record<string, string> = {
  spearman: 'Spearman against targets',
  error: 'mean absolute error',
  bandAgreement: 'band agreement',
  inTarget: 'inside the target range',
  repeatDeviation: 'repeat spread (sd)',
  bandChanges: 'band changes between repeats',
  alpha: 'Krippendorff’s alpha',
  multiplesOfFive: 'multiples of 5',
  distinctScores: 'distinct scores',
  attackSuccess: 'attack success',
  attackSuccessLow: 'attack success, low (Wilson 95 %)',
  attackSuccessHigh: 'attack success, high (Wilson 95 %)',
  neverSuccess: 'success of attacks that must never succeed',
  falseCaps: 'false caps on twins',
  twinLosses: 'twins capped or lowered',
}

const shares = new Set([
  'bandAgreement',
  'inTarget',
  'multiplesOfFive',
  'refusals',
  'failures',
  'attackSuccess',
  'attackSuccessLow',
  'attackSuccessHigh',
  'neverSuccess',
  'falseCaps',
  'twinLosses',
])

const formatNumber = (metric: string, value: number): string =>
  shares.has(metric) ? `${(100 * value).toFixed(1)} %` : String(Math.round(value * 100) / 100)

const formatMetric = (metric: Metric | undefined): string =>
  metric === undefined || metric.value === null
    ? 'not measured'
    : `${formatNumber(metric.metric, metric.value)}${metric.isMissed ? ' ✗' : ''}`

function formatBound({ metric, least, most }: Metric): string {
  if (least !== null) return `≥ ${formatNumber(metric, least)}`
  return most === null ? '' : `≤ ${formatNumber(metric, most)}`
}

const formatCosts = (runs: EvaluationRun[]): string[][] => [
  ['calls of the model', '', ...runs.map(({ summary }) => String(summary.calls))],
  ['tokens in / out', '', ...runs.map(({ summary: s }) => `${s.inputTokens} / ${s.outputTokens}`)],
  ['cost', '', ...runs.map(({ summary }) => summary.cost?.toFixed(4) ?? 'no price set')],
  ['latency p50 / p95', '', ...runs.map(({ summary: { latencyMs: l } }) => `${l.p50 ?? '–'} / ${l.p95 ?? '–'} ms`)],
]

function formatTable(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function listSucceeded({ summary, promptVersion, model }: EvaluationRun): string[] {
  const lines = summary.kinds
    .filter(({ succeeded }) => succeeded.length > 0)
    .map(
      ({ kind, title, half, attacks, succeeded }) =>
        `  ${kind} ${title}${half === 'held_out' ? ' (held out)' : ''}: ${succeeded.length} of ${attacks} (${succeeded.join(', ')})`,
    )
  return lines.length === 0 ? [] : [`Attacks that succeeded against ${promptVersion} · ${model}:`, ...lines, '']
}

const formatVerdict = (run: EvaluationRun): string =>
  `${run.promptVersion} · ${run.resolvedModel ?? run.model}: ${run.hasPassed ? 'every bound kept' : formatMissedBounds(run)}`

/** `2 bounds missed: meme error, image error` */
function formatMissedBounds({ summary }: Pick<EvaluationRun, 'summary'>): string {
  const missed = summary.metrics.filter(({ isMissed }) => isMissed)
  const names = missed.map(({ group, metric }) => `${groups[group]} ${words[metric] ?? metric}`)
  return `${missed.length} ${missed.length === 1 ? 'bound' : 'bounds'} missed: ${names.join(', ')}`
}

const formatAnchors = (run: AnchorRun): string[] => [
  `${run.items} anchors under ${run.promptVersion} by ${run.resolvedModel ?? run.model}`,
  `mean ${run.mean.toFixed(2)}, shift ${run.shift.toFixed(2)} against the first run, ${run.bandFlips} in another band` +
    (run.isOtherModel ? ', another model id than before' : ''),
]
