import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { logFault, toErrorBody } from '../../platform/http/error-handler.ts'
import { type EventStream, createEventStream, eventStreamHeaders } from '../../platform/http/event-stream.ts'
import type { NoteSignal } from '../../signals/measure.ts'
import { type StoredScore, describeCreated } from '../idempotency/with-idempotency-key.ts'

interface StreamRequest {
  request: FastifyRequest
  reply: FastifyReply
  heartbeatMs: number
}

/**
 * Sends each signal as an event when it arrives; the last event is the record or the error. A failure before the first
 * signal is an ordinary error response.
 */
export async function sendScoreEvents(
  { request, reply, heartbeatMs }: StreamRequest,
  score: (noteSignal: NoteSignal) => Promise<StoredScore>,
): Promise<FastifyReply> {
  const stream = createEventStream({ heartbeatMs })
  const { promise: started, resolve: start } = Promise.withResolvers<null>()
  const scoring = score((signal, { score, stub }) => {
    stream.send('signal', JSON.stringify({ signal, score, stub }))
    start(null)
  })
  try {
    const early = await Promise.race([started, scoring])
    if (early) describeCreated(reply, early)
  } catch (error) {
    stream.body.destroy()
    throw error
  }
  void sendEnd(stream, request, scoring)
  return reply.code(200).headers(eventStreamHeaders).send(stream.body)
}

/** Logs errors itself, because the error handler no longer runs. */
async function sendEnd(stream: EventStream, request: FastifyRequest, scoring: Promise<StoredScore>): Promise<void> {
  try {
    stream.send('score', (await scoring).body)
  } catch (error) {
    logFault(error as FastifyError, request) // whatever was thrown, as for Fastify's own handler
    stream.send('error', JSON.stringify(toErrorBody(error as FastifyError)))
  }
  stream.end()
}
