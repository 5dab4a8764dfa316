import { Readable, addAbortSignal } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../platform/errors.ts'

/** A file takes this long at most: a reader that stalls frees its place then. */
const MAX_MS = 600_000
const RETRY_SECONDS = 10

/** Sends long files, at most `places` of them at once in this process. Throws `unavailable` for one more. */
export type StreamFile = (call: Call, parts: () => AsyncIterable<string>) => string

interface Call {
  request: Pick<FastifyRequest, 'method'>
  reply: Pick<FastifyReply, 'send'>
}

export function createFileStream(places: number): StreamFile {
  let taken = 0
  return ({ request, reply }, parts) => {
    // Its headers are all that a HEAD request gets, so that nothing is read.
    if (request.method === 'HEAD') return reply.send('') as unknown as string
    if (taken >= places) throw unavailable('Other files of the record are being sent.', RETRY_SECONDS)
    taken += 1
    const stream = addAbortSignal(AbortSignal.timeout(MAX_MS), Readable.from(parts()))
    stream.once('close', () => (taken -= 1))
    // Without its end the response is cut off, which the client sees.
    stream.on('error', () => {})
    return reply.send(stream) as unknown as string
  }
}
