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

export const anthropicWire: Wire = {
  path: '/messages',
  baseUrl: 'https://api.anthropic.com/v1',
  toHeaders: (apiKey, { isStrict }) => ({
    ...(apiKey !== null && { 'x-api-key': apiKey }),
    'anthropic-version': '2023-06-01',
    ...(isStrict && { 'anthropic-beta': 'structured-outputs-2025-11-13' }),
  }),
  toBody: ({ name, request, dialect, texts, maxOutputTokens }) => ({
    model: name,
    max_tokens: maxOutputTokens,
    ...(dialect.hasTemperature && { temperature: 0 }),
    system: toSystem(request, dialect),
    messages: [{ role: 'user', content: toContent(request, texts) }],
    tools: [
      {
        name: request.tool.name,
        description: request.tool.description,
        input_schema: toSchema(request.tool.schema, dialect),
        ...(dialect.isStrict && { strict: true }),
      },
    ],
    ...Object.fromEntries(Object.entries(dialect.settings).filter(([, value]) => value !== null)),
    ...toChoice(request, dialect),
  }),
  read: (body) => {
    if (!('content' in body) && !('stop_reason' in body)) return null
    const reason = toWord(body['stop_reason']).toLowerCase()
    const uses = toList(body['content']).filter(({ type }) => type === 'tool_use')
    return {
      calls: uses.map(({ name, input }) => ({ name: toWord(name), arguments: toArguments(input) })),
      reason,
      isRefusal: reason === 'refusal',
      error: body['error'],
      model: toWord(body['model']),
      usage: readUsage(body),
    }
  },
}

/** Tool and rules are the same in every request; this provider caches them only when asked. */
const toSystem = ({ instructions }: JudgeRequest, { isCached }: WireCall['dialect']) =>
  isCached ? [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }] : instructions

/** The image comes first, so that the reminder is last. */
function toContent({ image }: JudgeRequest, texts: string[]) {
  const blocks = texts.map((text) => ({ type: 'text', text }))
  if (!image) return blocks
  const source = { type: 'base64', media_type: image.mediaType, data: imagePlace }
  return [{ type: 'image', source }, ...blocks]
}

function toChoice({ tool }: JudgeRequest, { forcing }: WireCall['dialect']) {
  if (forcing === null) return {}
  return { tool_choice: forcing === 'named' ? { type: 'tool', name: tool.name } : { type: forcing } }
}

function readUsage(body: Fields) {
  const usage = toFields(body['usage'])
  const cacheRead = toCount(usage['cache_read_input_tokens'])
  const cacheWritten = toCount(usage['cache_creation_input_tokens'])
  const input = toCount(toCount(usage['input_tokens'] ?? usage['prompt_tokens']) + cacheRead + cacheWritten)
  const output = toCount(usage['output_tokens'] ?? usage['completion_tokens'])
  return { input, output, cacheRead, cacheWritten }
}
