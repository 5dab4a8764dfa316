import type { components } from './api.ts'
import { type Exchange, LaunchscoreError, readEnvelope, toFailure, toUnexpected } from './errors.ts'
import { type RequestOptions, type Send, readJson } from './send.ts'

type Schemas = components['schemas']

/** `signal`: one signal of the score is measured; `score`: the record, the last event. */
export type ScoreEvent =
  | { type: 'signal'; signal: Schemas['SignalName']; score: number; stub: boolean }
  | { type: 'score'; score: Schemas['ScoreResult'] }

/** Scores a launch and yields each signal as it is measured, and the record at the end. */
export async function* streamScore(
  send: Send,
  submission: Schemas['ScoreRequest'],
  options?: RequestOptions,
): AsyncGenerator<ScoreEvent, void, undefined> {
  const request = { method: 'POST', path: '/v1/score', body: JSON.stringify(submission), isKeyed: true }
  const { stream, exchange, score } = await send({ ...request, accept: 'text/event-stream' }, openStream, options)
  if (!stream) {
    // an earlier request with this key made the record
    yield { type: 'score', score }
    return
  }
  const requestId = stream.headers.get('x-request-id') ?? undefined
  const parse = (data: string): object => {
    try {
      return JSON.parse(data) as object
    } catch (cause) {
      throw toUnexpected(stream, exchange.host, cause)
    }
  }
  for await (const { event, data } of readEvents(stream, exchange)) {
    if (event === 'signal') yield { type: 'signal', ...(parse(data) as Omit<ScoreEvent & { type: 'signal' }, 'type'>) }
    if (event === 'error') {
      const error = readEnvelope(data)
      throw new LaunchscoreError(error?.message ?? 'The scoring failed', {
        code: error?.code ?? 'unexpected',
        requestId,
      })
    }
    if (event === 'score') {
      yield { type: 'score', score: parse(data) as Schemas['ScoreResult'] }
      return
    }
  }
  throw new LaunchscoreError(`The connection to ${exchange.host} ended before the score`, {
    code: 'connection',
    requestId,
  })
}

type Opened =
  | { stream: Response; exchange: Exchange; score?: never }
  | { stream?: never; exchange?: never; score: Schemas['ScoreResult'] }

const openStream = async (response: Response, exchange: Exchange): Promise<Opened> =>
  /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
    ? { stream: response, exchange }
    : { score: await readJson(response) }

/** The events of a stream. */
async function* readEvents(stream: Response, exchange: Exchange): AsyncGenerator<{ event: string; data: string }> {
  const { body } = stream
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw toFailure(cause, exchange, stream)
      })
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The fields of an event. The format allows a proxy to change line endings and to add fields. */
function parseEvent(block: string): { event: string; data: string } {
  const fields = { event: '', data: '' }
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(event|data): ?(.*)$/s.exec(line) ?? []
    if (name) fields[name as 'event' | 'data'] += value
  }
  return fields
}
