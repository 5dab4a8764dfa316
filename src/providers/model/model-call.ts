import type { LanguageModelV4, LanguageModelV4CallOptions as CallOptions } from '@ai-sdk/provider'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { ImagePlaces } from './image-places.ts'
import { compatibleName } from './model-endpoint.ts'
import { type Refusable, findFault, isDeclined, refusedParameter } from './model-fault.ts'
import { type Answer, readAnswer, toSpending } from './model-answer.ts'
import type { JudgeRequest } from './model.ts'

export interface WireCall {
  model: LanguageModelV4
  /** The places that the model's requests are filled from. */
  images: ImagePlaces
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

export type CallOutcome = Answer | { kind: 'refused'; parameter: Refusable }

/** One exchange with the model. Throws `UpstreamError`, or the signal's reason. */
export async function callModel(call: WireCall, signal: AbortSignal): Promise<CallOutcome> {
  try {
    return readAnswer(call, await exchange(call, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    // First: the words of a content filter may contain the name of a parameter, which would be left out from then on.
    if (isDeclined(error)) return { kind: 'declined' }
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
  using held = request.image && call.images.hold(request.image.bytes)
  const startedAt = performance.now()
  const result = await call.model.doGenerate({ ...toSettings(call, held?.name), abortSignal })
  const latencyMs = Math.round(performance.now() - startedAt)
  request.onSpent?.(toSpending(call.model.modelId, result))
  for (const warning of result.warnings) onWarning(Object.values(warning).join(': '))
  return { result, latencyMs }
}

// Calls the model directly, not by the SDK's `generateText`, whose steps, checks and conversions took 1 to 2 ms per call.
function toSettings(call: WireCall, imageName: string | undefined) {
  const { request, isForced, isReminded, isStrict, temperature, maxOutputTokens, refused } = call
  const { name, description, schema } = request.tool
  const strict = isStrict && !refused.has('strict') && { strict: true }
  const isLeftToChoose = !isForced || refused.has('tool_choice')
  const settings: CallOptions = {
    prompt: [
      { role: 'system', content: request.instructions, ...(!refused.has('cache_control') && cached) },
      { role: 'user', content: toContent(request, { isReminded, imageName }) },
    ],
    tools: [{ type: 'function', name, description, inputSchema: schema, ...strict }],
    toolChoice: isLeftToChoose ? { type: 'auto' } : { type: 'tool', toolName: name },
    ...(!refused.has('temperature') && { temperature }),
    ...toLimit(maxOutputTokens, refused.has('max_tokens')),
  }
  return settings
}

// Tool and rules are the same in every request and come first. One provider caches them only when asked, the other by itself.
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

/** The image comes first, so that the reminder has the last word. */
function toContent(
  { image, text, reminder }: JudgeRequest,
  { isReminded, imageName }: { isReminded: boolean; imageName: string | undefined },
) {
  const texts = (isReminded ? [text, reminder] : [text]).map((text) => ({ type: 'text' as const, text }))
  if (!image || imageName === undefined) return texts
  const data = { type: 'data' as const, data: imageName }
  return [{ type: 'file' as const, mediaType: image.mediaType, data }, ...texts]
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
