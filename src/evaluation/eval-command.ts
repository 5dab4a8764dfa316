import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import type { Model } from '../providers/model/model.ts'
import { checkAnchors } from './check-anchors.ts'
import { hasDrifted } from './drift.ts'
import { evaluate } from './evaluate.ts'
import { formatAnchors, formatMissedBounds, formatRuns } from './format-report.ts'
import { loadSets } from './sets/load-sets.ts'
import type { EvaluationRun } from './schemas.ts'

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
