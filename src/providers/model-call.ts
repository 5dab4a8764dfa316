import type {
  LanguageModelV4,
  LanguageModelV4CallOptions as CallOptions,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { Check } from 'typebox/value'
import { UpstreamError } from '../platform/upstream-error.ts'
import { compatibleName } from './model-endpoint.ts'
import { type Refusable, faultOf, refusedParameter } from './model-fault.ts'
import type { JudgeAnswer, JudgeRequest, Usage } from './model.ts'

export interface WireCall {
  model: LanguageModelV4
  request: JudgeRequest
  isForced: boolean
  isReminded: boolean
  isStrict: boolean
  temperature: number
  maxOutputTokens: number
  timeoutMs: number
  /** What this model refuses to be sent. */
  refused: ReadonlySet<Refusable>
  onWarning: (warning: string) => void
}

export type Outcome =
  | { kind: 'answer'; answer: JudgeAnswer }
  | { kind: 'no call' | 'invalid call' | 'truncated' | 'declined' }
  | { kind: 'refused'; parameter: Refusable }

/** One exchange with the model. Throws `UpstreamError`, or the signal's reason. */
export async function callModel(call: WireCall, signal: AbortSignal): Promise<Outcome> {
  try {
    return outcomeOf(call, await exchange(call, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    const parameter = refusedParameter(error)
    if (parameter) return { kind: 'refused', parameter }
    throw faultOf(error)
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
  const result = await call.model.doGenerate({ ...settingsOf(call), abortSignal })
  const latencyMs = Math.round(performance.now() - startedAt)
  request.onSpent?.(usageOf(result))
  for (const warning of result.warnings) onWarning(Object.values(warning).join(': '))
  return { result, latencyMs }
}

// The model itself, not the SDK's `generateText`: its steps, checks and conversions took 1 to 2 ms of every call.
function settingsOf({ request, isForced, isReminded, isStrict, temperature, maxOutputTokens, refused }: WireCall) {
  const { name, description, schema } = request.tool
  const strict = isStrict && !refused.has('strict') && { strict: true }
  const isLeftToChoose = !isForced || refused.has('tool_choice')
  const settings: CallOptions = {
    prompt: [
      { role: 'system', content: request.instructions },
      { role: 'user', content: contentOf(request, isReminded) },
    ],
    tools: [{ type: 'function', name, description, inputSchema: schema, ...strict }],
    toolChoice: isLeftToChoose ? { type: 'auto' } : { type: 'tool', toolName: name },
    ...(!refused.has('temperature') && { temperature }),
    ...limitOf(maxOutputTokens, refused.has('max_tokens')),
  }
  return settings
}

/** The picture first, so that the last word is the reminder's and not the picture's. */
function contentOf({ picture, text, reminder }: JudgeRequest, isReminded: boolean) {
  const texts = (isReminded ? [text, reminder] : [text]).map((text) => ({ type: 'text' as const, text }))
  if (!picture) return texts
  const { mediaType, bytes } = picture
  return [
    { type: 'file' as const, mediaType, data: { type: 'data' as const, data: bytes.toString('base64') } },
    ...texts,
  ]
}

interface Limit {
  maxOutputTokens?: number
  providerOptions?: Record<string, Record<string, number>>
}

/** Newer models want the limit under a newer name, which the SDK only uses for the models that it knows. */
const limitOf = (tokens: number, isRenamed: boolean): Limit =>
  isRenamed
    ? {
        providerOptions: {
          [compatibleName]: { max_completion_tokens: tokens },
          openai: { maxCompletionTokens: tokens },
        },
      }
    : { maxOutputTokens: tokens }

function outcomeOf({ request, model, isForced }: WireCall, { result, latencyMs }: Exchange): Outcome {
  const calls = result.content.filter(({ type }) => type === 'tool-call') as LanguageModelV4ToolCall[]
  // A server that answers a forced tool with another doesn't know how to be forced.
  const [first, ...more] = isForced ? calls.filter(({ toolName }) => toolName === request.tool.name) : calls
  const { unified, raw } = result.finishReason
  const args = first && more.length === 0 ? argumentsOf(request.tool, first) : undefined
  if (args !== undefined) return { kind: 'answer', answer: { arguments: args, latencyMs, ...originOf(result, model) } }
  if (unified === 'content-filter') return { kind: 'declined' }
  if (unified === 'length') return { kind: 'truncated' }
  // A gateway's way to say with a 200 that the model behind it failed.
  if (raw === 'error') throw new UpstreamError('model', 'unavailable', 'The gateway has no answer of the model')
  return { kind: first ? 'invalid call' : 'no call' }
}

/** What the tool was called with; undefined when that is no valid call of it. */
function argumentsOf({ name, schema, accepts }: JudgeRequest['tool'], { toolName, input }: LanguageModelV4ToolCall) {
  const args = parseJson(input)
  return toolName === name && Check(schema, args) && accepts(args) ? args : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function originOf(result: Result, model: LanguageModelV4) {
  const { headers = {}, modelId = '' } = result.response ?? {}
  return {
    resolvedModel: printable(modelId) || model.modelId,
    requestId: printable(headers['x-request-id'] ?? headers['request-id'] ?? '') || null,
    ...usageOf(result),
  }
}

const usageOf = ({ usage }: Result): Usage => ({
  inputTokens: usage.inputTokens.total ?? 0,
  outputTokens: usage.outputTokens.total ?? 0,
})

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
