import { hash } from 'node:crypto'
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

/** For `onSend`: tags a good answer by its content; 304 for a caller whose copy is the current one. */
export async function tagAnswer(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const etag = `"${hash('sha256', body, 'base64url')}"`
  reply.header('etag', etag)
  if (!holds(request, etag)) return body
  reply.code(304).removeHeader('content-type')
  return ''
}

/** The client closed its connection before the answer. */
export class ClientGone extends Error {}

/** Why a signal of `deadlineOf` fired: the time is over. */
export const isDeadline = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

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
