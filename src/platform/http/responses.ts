import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentTask } from '../network/request-client.ts'
import { openTimeout } from '../resilience/open-timeout.ts'
import { findCurrentCopy } from './entity-tags.ts'

/** Byte for byte. */
export const sendJsonText = (reply: Pick<FastifyReply, 'type'>, body: string | Buffer) =>
  reply.type('application/json; charset=utf-8').send(body)

export const holds = ({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean =>
  findCurrentCopy(headers, etag) !== undefined

/** For `onSend`: sets the ETag of a 200, and responds 304 to a current copy. */
export async function setEtag(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body))) return body
  const etag = `"${hash('sha256', body, 'base64url')}"`
  const current = findCurrentCopy(request.headers, etag)
  reply.header('etag', current ?? etag)
  if (current === undefined) return body
  reply.code(304).removeHeader('content-type')
  return request.method === 'HEAD' ? body : null // Fastify gives a HEAD the length of this body, and sends none.
}

/** Without a body Fastify gives a HEAD the length 0, which is not that of the 200; it measures no stream. */
export function sendUnchanged({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, reply: FastifyReply) {
  const etag = reply.getHeader('etag')
  const current = typeof etag === 'string' ? findCurrentCopy(headers, etag) : undefined
  if (current !== undefined) reply.header('etag', current)
  return reply.code(304).send(method === 'HEAD' ? Readable.from([]) : undefined)
}

export class ClientGone extends Error {}

/** Whether a signal of `startDeadline` fired because its time is over. */
export const isDeadline = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

// Asynchronous context, because no parameter of an injected request reaches its handler.
const callers = new AsyncLocalStorage<AbortSignal>()

/** Requests on behalf of a caller, whose leaving `left` reports instead of a socket. */
export const runForCaller = <T>(left: AbortSignal, work: () => T): T => callers.run(left, work)

/**
 * Aborts with `ClientGone` when the client disconnects, or with a TimeoutError after `ms`. Fastify's `request.signal`
 * ends as soon as the body has been read.
 */
export function startDeadline({ raw }: Pick<FastifyReply, 'raw'>, ms: number): AbortSignal {
  const gone = new AbortController()
  const timeout = openTimeout(ms, gone.signal)
  const task = currentTask()
  if (task) task.deadlineAt = performance.now() + ms
  const noteClose = () => {
    if (!raw.writableFinished) gone.abort(new ClientGone('The client closed the connection.'))
    timeout[Symbol.dispose]()
  }
  const left = callers.getStore()
  if (raw.destroyed || left?.aborted)
    noteClose() // it disconnected before the handler ran
  else {
    raw.once('close', noteClose)
    left?.addEventListener('abort', noteClose, { once: true })
  }
  return timeout.signal
}
