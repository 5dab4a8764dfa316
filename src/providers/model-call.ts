import { ToolChoiceViolationError, generateText, jsonSchema, wrapLanguageModel } from 'ai'
import { Check } from 'typebox/value'
import { UpstreamError } from '../platform/upstream-error.ts'
import { type LanguageModel, compatibleName } from './model-endpoint.ts'
import { type Refusable, faultOf, refusedParameter } from './model-fault.ts'
import type { JudgeAnswer, JudgeRequest, Usage } from './model.ts'

export interface WireCall {
  model: LanguageModel
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

type Middleware = Exclude<Parameters<typeof wrapLanguageModel>[0]['middleware'], unknown[]>
type Result = Awaited<ReturnType<NonNullable<Middleware['wrapGenerate']>>>

interface ToolCall {
  toolName: string
  input: unknown
  invalid?: boolean | undefined
}

interface Exchange {
  calls: ToolCall[]
  result: Result
  latencyMs: number
}

async function exchange(call: WireCall, signal: AbortSignal): Promise<Exchange> {
  let seen: Omit<Exchange, 'calls'> | undefined
  const middleware = watching(call, (answer) => (seen = answer))
  const model = wrapLanguageModel({ model: call.model, middleware })
  let calls: ToolCall[] = []
  try {
    const { toolCalls } = await generateText({ ...settingsOf(call), model, abortSignal: signal })
    calls = toolCalls
  } catch (error) {
    // The tool was not called: what came instead has been seen.
    if (!ToolChoiceViolationError.isInstance(error)) throw error
  }
  if (!seen) throw new Error('the SDK gave an answer that it did not get from the model')
  return { ...seen, calls }
}

/** Sees an answer before the SDK judges it: the SDK's errors carry no usage, and its warnings go to the console. */
const watching = (
  { request, onWarning }: WireCall,
  onAnswer: (answer: Omit<Exchange, 'calls'>) => void,
): Middleware => ({
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const startedAt = performance.now()
    const result = await doGenerate()
    request.onSpent?.(usageOf(result))
    for (const warning of result.warnings) onWarning(Object.values(warning).join(': '))
    onAnswer({ result, latencyMs: Math.round(performance.now() - startedAt) })
    return { ...result, warnings: [] }
  },
})

function settingsOf({ request, isForced, isStrict, temperature, maxOutputTokens, timeoutMs, ...call }: WireCall) {
  const { name, description, schema } = request.tool
  const has = (parameter: Refusable) => call.refused.has(parameter)
  const offered = { description, inputSchema: jsonSchema(schema), ...(isStrict && !has('strict') && { strict: true }) }
  return {
    maxRetries: 0,
    timeout: timeoutMs,
    telemetry: { isEnabled: false },
    instructions: request.instructions,
    messages: [{ role: 'user' as const, content: contentOf(request, call.isReminded) }],
    tools: { [name]: offered },
    toolChoice: isForced && !has('tool_choice') ? { type: 'tool' as const, toolName: name } : ('auto' as const),
    ...(!has('temperature') && { temperature }),
    ...limitOf(maxOutputTokens, has('max_tokens')),
  }
}

/** The picture first, so that the last word is the reminder's and not the picture's. */
const contentOf = ({ picture, text, reminder }: JudgeRequest, isReminded: boolean) => [
  ...(picture ? [{ type: 'file' as const, mediaType: picture.mediaType, data: picture.bytes }] : []),
  { type: 'text' as const, text },
  ...(isReminded ? [{ type: 'text' as const, text: reminder }] : []),
]

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

function outcomeOf({ request, model }: WireCall, { calls, result, latencyMs }: Exchange): Outcome {
  const [first, ...more] = calls
  const { unified, raw } = result.finishReason
  if (first && more.length === 0 && isValid(request.tool, first))
    return { kind: 'answer', answer: { arguments: first.input, latencyMs, ...originOf(result, model) } }
  if (unified === 'content-filter') return { kind: 'declined' }
  if (unified === 'length') return { kind: 'truncated' }
  // A gateway's way to say with a 200 that the model behind it failed.
  if (raw === 'error') throw new UpstreamError('model', 'unavailable', 'The gateway has no answer of the model')
  return { kind: first ? 'invalid call' : 'no call' }
}

const isValid = ({ name, schema, accepts }: JudgeRequest['tool'], { toolName, input, invalid }: ToolCall): boolean =>
  toolName === name && !invalid && Check(schema, input) && accepts(input)

function originOf(result: Result, model: LanguageModel) {
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
