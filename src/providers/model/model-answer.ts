import type { LanguageModelV4, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { checkValue } from '../../platform/check-value.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { findGatewayFault } from './model-fault.ts'
import { countSaved } from './cache-price.ts'
import type { JudgeRequest, JudgeResponse, Spending, Usage } from './model.ts'

type Result = Awaited<ReturnType<LanguageModelV4['doGenerate']>>

export type Answer =
  { kind: 'response'; response: JudgeResponse } | { kind: 'no call' | 'invalid call' | 'truncated' | 'declined' }

interface ModelCall {
  request: JudgeRequest
  model: LanguageModelV4
  isForced: boolean
}

/** Reads an answer with a status of 200. Throws `UpstreamError` when it holds no answer of the model. */
export function readAnswer(
  { request, model, isForced }: ModelCall,
  { result, latencyMs }: { result: Result; latencyMs: number },
): Answer {
  const calls = result.content.filter(({ type }) => type === 'tool-call') as LanguageModelV4ToolCall[]
  const [first, ...more] = calls
  const args = first && more.length === 0 ? parseArguments(request.tool, first) : undefined
  if (args !== undefined)
    return { kind: 'response', response: { arguments: args, latencyMs, ...toOrigin(result, model) } }
  const { unified, raw } = result.finishReason
  if (unified === 'content-filter') return { kind: 'declined' }
  if (raw === 'model_context_window_exceeded')
    throw new UpstreamError('model', 'request', 'The request is too large for the model')
  if (unified === 'length') return { kind: 'truncated' }
  if (raw === 'error') throw findGatewayFault(result.response?.body)
  // A server that responds to a forced tool with only other tools can't force tools.
  const isCalled = isForced ? calls.some(({ toolName }) => toolName === request.tool.name) : calls.length > 0
  return { kind: isCalled ? 'invalid call' : 'no call' }
}

/** The arguments of the tool call; undefined when it is no valid call. */
function parseArguments({ name, schema, accepts }: JudgeRequest['tool'], { toolName, input }: LanguageModelV4ToolCall) {
  const args = parseJson(input)
  return toolName === name && checkValue(schema, args) && accepts(args) ? args : undefined
}

function toOrigin(result: Result, model: LanguageModelV4) {
  const { headers = {}, modelId = '' } = result.response ?? {}
  return {
    resolvedModel: printable(modelId) || model.modelId,
    requestId: printable(headers['x-request-id'] ?? headers['request-id'] ?? '') || null,
    ...toUsage(result),
  }
}

/** The cost of a response to the model of this name. */
export function toSpending(name: string, result: Pick<Result, 'usage'>): Spending {
  const usage = toUsage(result)
  const { cacheRead, cacheWrite } = result.usage.inputTokens
  // The cached tokens are part of the input, whatever a provider reports: a negative cost could not be counted.
  const read = Math.min(toCount(cacheRead), usage.inputTokens)
  const written = Math.min(toCount(cacheWrite), usage.inputTokens - read)
  return { ...usage, cachedTokens: read, savedTokens: countSaved(name, { read, written }) }
}

const toUsage = ({ usage }: Pick<Result, 'usage'>): Usage => ({
  inputTokens: toCount(usage.inputTokens.total),
  outputTokens: toCount(usage.outputTokens.total),
})

/** The maximum of the database's integer. */
const maxCount = 2 ** 31 - 1

const toCount = (reported = 0): number => Math.min(maxCount, Math.max(0, Math.round(reported) || 0))

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
