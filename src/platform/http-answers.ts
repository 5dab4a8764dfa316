import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends JSON that is text already, byte for byte. */
export const sendJsonText = (reply: Pick<FastifyReply, 'type'>, body: string | Buffer) =>
  reply.type('application/json; charset=utf-8').send(body)

/** Whether the caller's copy is the current one (If-None-Match: a list, `*`, weak forms compare equal). */
export function holds(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match']
  if (given === undefined) return false
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** The client closed its connection before the answer. */
export class ClientGone extends Error {}

/**
 * Ends with `ClientGone` when the client goes away, or with a TimeoutError after `ms`.
 * Not by Fastify's `request.signal`: that one ends as soon as the request's body has been read.
 */
export function deadlineOf({ raw }: Pick<FastifyReply, 'raw'>, ms: number): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ClientGone('The client went away.'))
  })
  return AbortSignal.any([gone.signal, AbortSignal.timeout(ms)])
}
