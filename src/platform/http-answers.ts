import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends JSON that is text already, byte for byte. */
export const sendJsonText = (reply: Pick<FastifyReply, 'type'>, body: string) =>
  reply.type('application/json; charset=utf-8').send(body)

/** Whether the caller's copy is the current one (If-None-Match: a list, `*`, weak forms compare equal). */
export function holds(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match']
  if (given === undefined) return false
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** Ends when the client goes away or after `ms`, with a TimeoutError then. */
export const deadlineOf = (request: FastifyRequest, ms: number): AbortSignal =>
  AbortSignal.any([request.signal, AbortSignal.timeout(ms)])
