import type { Model } from '../providers/model/model.ts'
import type { Spent } from './answer.ts'

/** Wraps a model, and counts its calls, tokens and latencies in `spent`. */
export function meterModel(model: Model): { model: Model; spent: Spent } {
  const spent: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, latenciesMs: [], resolvedModel: null }
  const judge: Model['judge'] = async (request, signal) => {
    const onSpent: typeof request.onSpent = (usage) => {
      spent.calls += 1
      spent.inputTokens += usage.inputTokens
      spent.outputTokens += usage.outputTokens
      request.onSpent?.(usage)
    }
    const response = await model.judge({ ...request, onSpent }, signal)
    spent.latenciesMs.push(response.latencyMs)
    spent.resolvedModel = response.resolvedModel
    return response
  }
  return { model: { ...model, judge }, spent }
}
