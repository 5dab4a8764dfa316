import type { components } from './api.ts'
import { LaunchscoreError, readEnvelope, throwFailure } from './errors.ts'
import type { RequestOptions, Send } from './send.ts'

type Schemas = components['schemas']

/** `signal`: one signal of the score is measured; `score`: the record, the last event. */
export type ScoreEvent =
  | { type: 'signal'; signal: Schemas['SignalName']; score: number; stub: boolean }
  | { type: 'score'; score: Schemas['ScoreResult'] }

/** Scores a launch and yields each signal as it is measured, and the record at the end. */
export async function* streamScore(
  send: Send,
  submission: Schemas['ScoreSubmission'],
  options?: RequestOptions,
): AsyncGenerator<ScoreEvent, void, undefined> {
  const response = await send(
    { method: 'POST', path: '/v1/score', body: JSON.stringify(submission), accept: 'text/event-stream', isKeyed: true },
    options,
  )
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // an earlier request with this key made the record
    yield { type: 'score', score: (await response.json()) as Schemas['ScoreResult'] }
    return
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  for await (const { event, data } of readEvents(response, options?.signal)) {
    if (event === 'signal')
      yield { type: 'signal', ...(JSON.parse(data) as Omit<ScoreEvent & { type: 'signal' }, 'type'>) }
    if (event === 'error') {
      const error = readEnvelope(data)
      throw new LaunchscoreError(error?.message ?? 'The scoring failed', {
        code: error?.code ?? 'unexpected',
        requestId,
      })
    }
    if (event === 'score') {
      yield { type: 'score', score: JSON.parse(data) as Schemas['ScoreResult'] }
      return
    }
  }
  throw new LaunchscoreError('The connection ended before the score', { code: 'connection', requestId })
}

/** The events of a stream. The service sends each one's data on one line. */
async function* readEvents({ body }: Response, signal?: AbortSignal): AsyncGenerator<{ event: string; data: string }> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => throwFailure(cause, signal))
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const found = /^event: (.+)\ndata: (.*)$/.exec(block)
        if (found) yield { event: found[1] ?? '', data: found[2] ?? '' }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
