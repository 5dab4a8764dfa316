import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { type Agent, type Dispatcher, request } from 'undici'
import { OutboundFailed, type Resolve, openAgent } from './outbound-connector.ts'
import { OutboundRefused, checkTarget, exemptHosts, isExempt } from './outbound-target.ts'
import { isPublicAddress } from './public-address.ts'
import { untilAborted } from './until-aborted.ts'

export { OutboundFailed, type OutboundFault } from './outbound-connector.ts'
export { OutboundRefused, isAllowEntry } from './outbound-target.ts'

/** The one way to addresses that strangers name: https on port 443 of public addresses, unless a host is exempt (D44). */
export interface Outbound {
  /** The parsed address when requests may be sent there; throws `OutboundRefused`. Does no I/O. */
  check: (url: string) => URL
  /** Sends one request; follows no redirect. Throws `OutboundRefused`, `OutboundFailed`, or the signal's reason unless that is a time-out. */
  request: (url: string, options: OutboundRequest) => Promise<OutboundAnswer>
  /** Ends every connection; what is under way fails. */
  close: () => Promise<void>
}

export interface OutboundRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Most bytes of the answer's body that are read. */
  maxBytes: number
  /** What becomes of a longer body: `refuse` fails, `truncate` keeps what was read. */
  onTooLarge: 'refuse' | 'truncate'
  /** Covers the whole exchange, from the name's resolution to the body's last byte. */
  signal: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  isTruncated: boolean
}

export interface OutboundOptions {
  /** `host` or `host:port`: exempt from the rules on scheme, port, name and address. */
  allow: string[]
  /** Certificates (PEM) to trust beside the usual ones. */
  ca?: string | string[]
  /** Every address of a name; the system's answer when not given. */
  resolve?: Resolve
  /** Most connections to one origin, over which requests wait, their time running; null: the caller bounds them. */
  connections?: number | null
}

/** Opens the guard; connections are made at the first request and kept for a few seconds. */
export function openOutbound({ allow, ca = [], resolve = resolveAll, connections = 8 }: OutboundOptions): Outbound {
  const exempt = exemptHosts(allow)
  const trust = { resolve, ca: [ca].flat(), connections }
  const guarded = openAgent({ ...trust, accept: isPublicAddress })
  const unguarded = openAgent({ ...trust, accept: () => true })
  const check = (url: string) => checkTarget(url, exempt)
  return {
    check,
    request: async (url, options) => {
      const target = check(url)
      const agent = isExempt(target, exempt) ? unguarded : guarded
      return exchangeInTime(agent, target, options)
    },
    close: async () => {
      await Promise.all([guarded.destroy(), unguarded.destroy()])
    },
  }
}

const resolveAll: Resolve = (host) => lookup(host, { all: true })

async function exchangeInTime(agent: Agent, target: URL, options: OutboundRequest): Promise<OutboundAnswer> {
  const { signal } = options
  try {
    // undici hears of an abort only once it is connected.
    return await untilAborted(signal, () => exchange(agent, target, options))
  } catch (error) {
    throw signal.aborted ? abortOf(signal) : failureOf(error)
  }
}

async function exchange(agent: Agent, target: URL, options: OutboundRequest): Promise<OutboundAnswer> {
  const { method, headers = {}, body = null, signal } = options
  const answer = await request(target, { dispatcher: agent, method, headers, body, signal })
  // Destroying an unread body is an error to undici, and one that nobody hears ends the process.
  answer.body.on('error', () => {})
  try {
    const read = await readBody(answer, options)
    return { status: answer.statusCode, headers: answer.headers, ...read }
  } finally {
    answer.body.destroy()
  }
}

async function readBody({ headers, body }: Dispatcher.ResponseData, { maxBytes, onTooLarge }: OutboundRequest) {
  if (onTooLarge === 'refuse' && Number(headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  if (length > maxBytes && onTooLarge === 'refuse') throw tooLarge()
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: length > maxBytes }
}

const tooLarge = () => new OutboundFailed('too_large', 'must answer with fewer bytes')

function abortOf({ reason }: AbortSignal): unknown {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
  return isTimeout ? new OutboundFailed('timeout', 'must answer in time', reason) : reason
}

function failureOf(error: unknown): Error {
  if (error instanceof OutboundRefused || error instanceof OutboundFailed) return error
  return new OutboundFailed('broken', 'must answer completely', error)
}
