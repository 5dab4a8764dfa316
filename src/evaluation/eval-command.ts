import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { type Command, type CommandCall, UsageError } from '../platform/cli/command.ts'
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

export const evalCommand: Command<Deps> = {
  run: async (deps, call) => {
    const { folder, anchors } = call.options
    const { signal } = call
    const repeats = toRepeats(call.options['repeats'])
    const sets = loadSets(typeof folder === 'string' ? folder : undefined)
    const sides = toSides(deps, call, await deps.activePrompt())
    const [side] = sides
    if (anchors === true && side) {
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
  },
}

function toSides(deps: Deps, { options, positionals }: CommandCall, active: PromptVersion): Side[] {
  const { compare, model: name } = options
  if (compare === undefined && positionals.length > 0) throw new UsageError(`unexpected argument ${positionals[0]}`)
  const own = typeof name === 'string' ? name : undefined
  if (typeof compare !== 'string') return [{ prompt: active, model: openModelByName(deps, own) }]
  const [other] = positionals
  if (other === undefined) throw new UsageError('--compare needs two prompt versions or two models')
  return [compare, other].map((value) => {
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

function toRepeats(value: string | boolean | undefined): number {
  if (value === undefined) return 3
  if (typeof value === 'string' && /^[1-9]$/.test(value)) return Number(value)
  throw new UsageError('--repeats must be a whole number from 1 to 9')
}
