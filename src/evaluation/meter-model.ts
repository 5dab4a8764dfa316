import type { Model } from '../providers/model/model.ts'
import type { Spent } from './answer.ts'

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
