import type { JudgeRequest } from './model.ts'
import {
  type Fields,
  type Wire,
  type WireCall,
  imagePlace,
  toArguments,
  toCount,
  toFields,
  toList,
  toSchema,
  toWord,
} from './wire.ts'

export const openaiWire: Wire = {
  path: '/chat/completions',
  baseUrl: 'https://api.openai.com/v1',
  toHeaders: (apiKey) => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  toBody: ({ name, request, dialect, texts, maxOutputTokens }) => ({
    model: name,
    ...(dialect.hasTemperature && { temperature: 0 }),
    [dialect.limit]: maxOutputTokens,
    ...Object.fromEntries(Object.entries(dialect.settings).filter(([, value]) => value !== null)),
    messages: [
      { role: dialect.systemRole, content: request.instructions },
      { role: 'user', content: toContent(request, texts) },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: request.tool.name,
          description: request.tool.description,
          parameters: toSchema(request.tool.schema, dialect),
          ...(dialect.isStrict && { strict: true }),
        },
      },
    ],
    ...toChoice(request, dialect),
  }),
  read: (body) => {
    const [choice] = toList(body['choices'])
    if (!choice) return 'choices' in body ? { ...emptyAnswer, ...readUsage(body), error: findError(body) } : null
    const message = toFields(choice['message'] ?? choice['delta'])
    const reason = toWord(choice['finish_reason'] ?? choice['finishReason'] ?? choice['stop_reason'])
    return {
      calls: readCalls(message),
      reason: reason.toLowerCase(),
      isRefusal: toWord(message['refusal']) !== '' || isFiltered(choice['content_filter_results']),
      error: choice['error'] ?? findError(body),
      ...readUsage(body),
    }
  },
}

const emptyAnswer = { calls: [], reason: '', isRefusal: false }

/** Where servers say why they gave no answer. */
function findError(body: Fields): unknown {
  const { error, base_resp: status, promptFeedback = body['prompt_feedback'] } = body
  if (error !== undefined && error !== null) return error
  if (toCount(toFields(status)['status_code']) > 0) return status
  return 'blockReason' in toFields(promptFeedback) || 'block_reason' in toFields(promptFeedback)
    ? promptFeedback
    : undefined
}

/** A filter withheld the answer. */
const isFiltered = (results: unknown): boolean =>
  Object.values(toFields(results)).some((category) => toFields(category)['filtered'] === true)

/**
 * A string for text alone, because some servers take nothing else. The image comes first, so that the reminder is last.
 */
function toContent({ image }: JudgeRequest, texts: string[]) {
  if (!image) return texts.join('\n')
  const url = `data:${image.mediaType};base64,${imagePlace}`
  return [{ type: 'image_url', image_url: { url } }, ...texts.map((text) => ({ type: 'text', text }))]
}

function toChoice({ tool }: JudgeRequest, { forcing }: WireCall['dialect']) {
  if (forcing === 'named') return { tool_choice: { type: 'function', function: { name: tool.name } } }
  // There is one tool, so any is this one.
  if (forcing === 'any') return { tool_choice: 'required' }
  return forcing === 'auto' ? { tool_choice: 'auto' } : {}
}

function readCalls(message: Fields) {
  const calls = toList(message['tool_calls'])
  const legacy = toList(message['function_call'])
  return (calls.length > 0 ? calls : legacy).map((call) => {
    const called = { ...call, ...toFields(call['function']) }
    return { name: toWord(called['name']), arguments: toArguments(called['arguments'] ?? called['parameters']) }
  })
}

function readUsage(body: Fields) {
  const usage = toFields(body['usage'])
  const details = toFields(usage['prompt_tokens_details'])
  return {
    model: toWord(body['model']),
    usage: {
      input: toCount(usage['prompt_tokens'] ?? usage['input_tokens']),
      output: toCount(usage['completion_tokens'] ?? usage['output_tokens']),
      cacheRead: toCount(details['cached_tokens'] ?? usage['prompt_cache_hit_tokens']),
      cacheWritten: 0,
    },
  }
}
