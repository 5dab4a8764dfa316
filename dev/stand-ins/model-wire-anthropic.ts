import { type StandInResponse, inputTokens, noCache } from './model-faults.ts'

const reasons = {
  call: 'tool_use',
  stop: 'end_turn',
  length: 'max_tokens',
  refusal: 'refusal',
  filter: 'refusal',
  pause: 'pause_turn',
  window: 'model_context_window_exceeded',
}

/** An answer in the messages format: arguments are an object, which may be partial, and a refusal has no content. */
export function anthropicBody(model: string, { calls, text, finish }: StandInResponse, { read, written } = noCache) {
  const isRefusal = reasons[finish] === 'refusal'
  const texts = text && !isRefusal ? [{ type: 'text', text }] : []
  const uses = calls.map(({ name, args }, n) => ({
    type: 'tool_use',
    id: `toolu_${n}`,
    name,
    input: wholeOrEmpty(args),
  }))
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [...texts, ...uses],
    stop_reason: reasons[finish],
    stop_sequence: null,
    ...(isRefusal && { stop_details: { type: 'refusal', category: null } }),
    usage: {
      input_tokens: inputTokens - read - written,
      output_tokens: 64,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      service_tier: 'standard',
    },
  }
}

function wholeOrEmpty(args: string): unknown {
  try {
    return JSON.parse(args)
  } catch {
    return {}
  }
}
