import { type StandInResponse, inputTokens, noCache } from './model-faults.ts'

const reasons = {
  call: 'tool_calls',
  stop: 'stop',
  length: 'length',
  refusal: 'stop',
  filter: 'content_filter',
  // this format has no reason of its own for these
  pause: 'stop',
  window: 'length',
}

/** An answer in the chat-completions format. */
export function openaiBody(model: string, { calls, text, finish }: StandInResponse, { read } = noCache) {
  const refusal = finish === 'refusal' ? text : null
  const tool_calls = calls.map(({ name, args }, n) => ({
    id: `call_${n}`,
    type: 'function',
    function: { name, arguments: args },
  }))
  const message = {
    role: 'assistant',
    content: refusal ? null : text,
    refusal,
    ...(calls.length > 0 && { tool_calls }),
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reasons[finish] }],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: 64,
      total_tokens: 876,
      prompt_tokens_details: { cached_tokens: read },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_stand_in',
  }
}

/** The dialects of servers that speak this format almost. */
export const openaiDialects = {
  ollama: (body: ReturnType<typeof openaiBody>) => ({
    ...body,
    choices: body.choices.map((choice) => ({
      ...choice,
      message: {
        ...choice.message,
        content: '',
        tool_calls: (choice.message.tool_calls || []).map((call, index) => ({ ...call, index })),
      },
      finish_reason: 'stop',
    })),
  }),
  openrouter: (body: ReturnType<typeof openaiBody>) => ({
    ...body,
    provider: 'Some Host',
    usage: { ...body.usage, cost: 0.00042 },
  }),
}
