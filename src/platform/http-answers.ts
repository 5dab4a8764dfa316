import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends JSON that is text already, byte for byte. */
export function sendJsonText<R extends Pick<FastifyReply, 'type' | 'send'>>(reply: R, body: string) {
  reply.type('application/json; charset=utf-8')
  // typed as the object that the text holds: the route's schema was applied when the text was made
  return reply.send(body as never)
}

/** Whether the caller's copy is the current one (If-None-Match: a list, `*`, weak forms compare equal). */
export function holds(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match']
  if (given === undefined) return false
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** Ends when the client goes away or after `ms`, with a TimeoutError then. */
export const deadlineOf = (request: FastifyRequest, ms: number): AbortSignal =>
  AbortSignal.any([request.signal, AbortSignal.timeout(ms)])
