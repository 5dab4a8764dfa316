import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentTask } from '../request-client.ts'
import { openTimeout } from '../resilience/timeouts.ts'
import { chooseCoding, parseChoices } from './negotiation.ts'

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

export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

const variant = /-(br|gzip)"$/

/** The bytes differ, so the tags must (RFC 9110 8.8.3.3). */
export const nameVariant = (etag: string, coding: Coding): string => etag.replace(/"$/, `-${coding}"`)

interface Conditions {
  'if-none-match'?: string | undefined
  'accept-encoding'?: string | undefined
}

/** Weak tags compare equal; `*` names any copy. undefined: the client has no current copy. */
function findCurrentCopy(headers: Conditions, etag: string): string | undefined {
  const given = headers['if-none-match']
  if (given === undefined) return undefined
  if (given.trim() === '*') return etag
  const tags = (given.match(/"[^"]*"/g) ?? []).map((tag) => ({
    tag,
    coding: variant.exec(tag)?.[1] as Coding | undefined,
  }))
  const opaque = etag.replace(/^W\//, '')
  const current = tags.filter(({ tag, coding }) => tag.replace(coding ? variant : '', coding ? '"' : '') === opaque)
  const accepted = headers['accept-encoding']
  // The copy in the chosen coding comes first.
  const chosen = chooseCoding(accepted, codings)
  const best =
    current.find(({ coding }) => coding === (chosen ?? undefined)) ??
    current.find(({ coding }) => coding === undefined || isAccepted(accepted, coding))
  if (!best) return undefined
  return best.coding ? nameVariant(etag, best.coding) : etag
}

function isAccepted(acceptEncoding: string | undefined, coding: Coding): boolean {
  return parseChoices(acceptEncoding ?? '').some(
    ({ value, weight }) => weight > 0 && chooseCoding(value, [coding]) === coding,
  )
}
