import type {
  LanguageModelV4,
  LanguageModelV4CallOptions as CallOptions,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { checkValue } from '../../platform/check-value.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { compatibleName } from './model-endpoint.ts'
import { type Refusable, findFault, refusedParameter } from './model-fault.ts'
import type { JudgeResponse, JudgeRequest, Usage } from './model.ts'

export interface WireCall {
  model: LanguageModelV4
  request: JudgeRequest
  isForced: boolean
  isReminded: boolean
  isStrict: boolean
  temperature: number
  maxOutputTokens: number
  timeoutMs: number
  /** The parameters that this model rejects. */
  refused: ReadonlySet<Refusable>
  onWarning: (warning: string) => void
}

export type Outcome =
  | { kind: 'response'; response: JudgeResponse }
  | { kind: 'no call' | 'invalid call' | 'truncated' | 'declined' }
  | { kind: 'refused'; parameter: Refusable }

/** One exchange with the model. Throws `UpstreamError`, or the signal's reason. */
export async function callModel(call: WireCall, signal: AbortSignal): Promise<Outcome> {
  try {
    return toOutcome(call, await exchange(call, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    const parameter = refusedParameter(error)
    if (parameter) return { kind: 'refused', parameter }
    throw findFault(error)
  }
}

type Result = Awaited<ReturnType<LanguageModelV4['doGenerate']>>

interface Exchange {
  result: Result
  latencyMs: number
}

async function exchange(call: WireCall, signal: AbortSignal): Promise<Exchange> {
  const { request, timeoutMs, onWarning } = call
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const startedAt = performance.now()
  const result = await call.model.doGenerate({ ...toSettings(call), abortSignal })
  const latencyMs = Math.round(performance.now() - startedAt)
  request.onSpent?.(toUsage(result))
  for (const warning of result.warnings) onWarning(Object.values(warning).join(': '))
  return { result, latencyMs }
}

// Calls the model directly, not by the SDK's `generateText`, whose steps, checks and conversions took 1 to 2 ms per call.
function toSettings({ request, isForced, isReminded, isStrict, temperature, maxOutputTokens, refused }: WireCall) {
  const { name, description, schema } = request.tool
  const strict = isStrict && !refused.has('strict') && { strict: true }
  const isLeftToChoose = !isForced || refused.has('tool_choice')
  const settings: CallOptions = {
    prompt: [
      { role: 'system', content: request.instructions },
      { role: 'user', content: toContent(request, isReminded) },
    ],
    tools: [{ type: 'function', name, description, inputSchema: schema, ...strict }],
    toolChoice: isLeftToChoose ? { type: 'auto' } : { type: 'tool', toolName: name },
    ...(!refused.has('temperature') && { temperature }),
    ...toLimit(maxOutputTokens, refused.has('max_tokens')),
  }
  return settings
}

/** The image comes first, so that the reminder has the last word. */
function toContent({ image, text, reminder }: JudgeRequest, isReminded: boolean) {
  const texts = (isReminded ? [text, reminder] : [text]).map((text) => ({ type: 'text' as const, text }))
  if (!image) return texts
  const { mediaType, bytes } = image
  return [
    { type: 'file' as const, mediaType, data: { type: 'data' as const, data: bytes.toString('base64') } },
    ...texts,
  ]
}

interface Limit {
  maxOutputTokens?: number
  providerOptions?: Record<string, Record<string, number>>
}

/** Newer models take the limit under a newer name, which the SDK uses only for models that it knows. */
const toLimit = (tokens: number, isRenamed: boolean): Limit =>
  isRenamed
    ? {
        providerOptions: {
          [compatibleName]: { max_completion_tokens: tokens },
          openai: { maxCompletionTokens: tokens },
        },
      }
    : { maxOutputTokens: tokens }

function toOutcome({ request, model, isForced }: WireCall, { result, latencyMs }: Exchange): Outcome {
  const calls = result.content.filter(({ type }) => type === 'tool-call') as LanguageModelV4ToolCall[]
  // A server that responds to a forced tool with another tool can't force tools.
  const [first, ...more] = isForced ? calls.filter(({ toolName }) => toolName === request.tool.name) : calls
  const { unified, raw } = result.finishReason
  const args = first && more.length === 0 ? parseArguments(request.tool, first) : undefined
  if (args !== undefined)
    return { kind: 'response', response: { arguments: args, latencyMs, ...toOrigin(result, model) } }
  if (unified === 'content-filter') return { kind: 'declined' }
  if (unified === 'length') return { kind: 'truncated' }
  // Some gateways report with a 200 that the model behind them failed.
  if (raw === 'error') throw new UpstreamError('model', 'unavailable', 'The gateway has no response of the model')
  return { kind: first ? 'invalid call' : 'no call' }
}

/** The arguments of the tool call; undefined when it is no valid call. */
function parseArguments({ name, schema, accepts }: JudgeRequest['tool'], { toolName, input }: LanguageModelV4ToolCall) {
  const args = parseJson(input)
  return toolName === name && checkValue(schema, args) && accepts(args) ? args : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toOrigin(result: Result, model: LanguageModelV4) {
  const { headers = {}, modelId = '' } = result.response ?? {}
  return {
    resolvedModel: printable(modelId) || model.modelId,
    requestId: printable(headers['x-request-id'] ?? headers['request-id'] ?? '') || null,
    ...toUsage(result),
  }
}

const toUsage = ({ usage }: Result): Usage => ({
  inputTokens: usage.inputTokens.total ?? 0,
  outputTokens: usage.outputTokens.total ?? 0,
})

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
