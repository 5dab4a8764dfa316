import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector, errors } from 'undici'
import { QueueRefused } from '../queues/admission-queue.ts'
import { openTimeout } from '../resilience/timeouts.ts'
import { OutboundRefused } from './outbound-target.ts'
import type { Resolve } from './resolver.ts'

export type OutboundFault = 'dns' | 'connect' | 'tls' | 'timeout' | 'stalled' | 'too_large' | 'broken'

/** The message follows a field's name; `reason` and `cause` have details that callers must not see. */
export class OutboundFailed extends Error {
  readonly reason: OutboundFault

  constructor(reason: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export interface Trust {
  resolve: Resolve
  accept: (address: string) => boolean
  getSecureContext: GetSecureContext
}

type GetSecureContext = () => SecureContext

/** Loads the trusted certificates once, on first use. */
export function openSecureContext(ca: string[]): GetSecureContext {
  let context: SecureContext | undefined
  return () => (context ??= createSecureContext(ca.length > 0 ? { ca: [...getCACertificates('default'), ...ca] } : {}))
}

interface AgentOptions extends Trust {
  connections?: number
}

const unreachableMessage = 'must be reachable at a public address'
const connectTimeoutMs = 10_000

export function openAgent({ connections = 8, ...trust }: AgentOptions): Agent {
  const connect = skippingInterimResponses(createResolvingConnector(trust))
  return new Agent({ connections, keepAliveMaxTimeout: 30_000, connect })
}

/** Looks up the host of each connection, and checks its addresses. */
export function createResolvingConnector(trust: Trust): buildConnector.connector {
  const lookup: LookupFunction = (host, options, done) => {
    const timeout = openTimeout(connectTimeoutMs)
    resolveAllowed(trust, host, timeout.signal)
      .finally(() => timeout[Symbol.dispose]())
      .then(
        (addresses) => pinned(addresses)(host, options, done),
        (error: Error) => done(error, []),
      )
  }
  return createConnector(trust, { lookup, timeoutMs: connectTimeoutMs })
}

/** Doesn't check the target, which `lookup` must do. Failures are `OutboundFailed` or `OutboundRefused`. */
export function createConnector(
  { getSecureContext }: Pick<Trust, 'getSecureContext'>,
  { lookup, timeoutMs, signal }: { lookup: LookupFunction; timeoutMs: number; signal?: AbortSignal },
): buildConnector.connector {
  const settings = {
    lookup,
    timeout: timeoutMs,
    allowH2: false,
    rejectUnauthorized: true, // explicit, because an environment variable could turn the default off
    ...(signal && { signal }), // passed to the socket
  }
  const connectPlain = buildConnector(settings)
  let connectSecure: buildConnector.connector | undefined
  return (options, done) => {
    const connect =
      options.protocol === 'https:'
        ? (connectSecure ??= buildConnector({ ...settings, secureContext: getSecureContext() }))
        : connectPlain
    connect(options, (error, socket) => {
      if (error === null) done(null, socket)
      else done(createConnectError(error, options.protocol), null)
    })
  }
}

/** Rejects a host if any address is not accepted. */
export async function resolveAllowed(
  { resolve, accept }: Omit<Trust, 'getSecureContext'>,
  host: string,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return [{ address: literal, family: isIP(literal) }]
  const addresses = await resolve(host, signal).catch((cause: unknown) => {
    throw cause instanceof QueueRefused ? cause : new OutboundFailed('dns', unreachableMessage, cause)
  })
  if (addresses.length === 0) throw new OutboundFailed('dns', unreachableMessage)
  if (!addresses.every(({ address }) => accept(address))) throw new OutboundRefused(unreachableMessage)
  return addresses
}

/** The socket gets the checked addresses, so a second DNS response can't change them. */
export const pinned =
  (addresses: LookupAddress[]): LookupFunction =>
  (_, { all }, done) => {
    const [first] = addresses
    if (all === true || !first) done(null, addresses)
    else done(null, first.address, first.family)
  }

/** Whether callers know the error. */
export const isKnownError = (error: unknown): boolean =>
  error instanceof OutboundRefused || error instanceof OutboundFailed || error instanceof QueueRefused

function createConnectError(error: Error, protocol: string): Error {
  if (isKnownError(error)) return error
  if (error instanceof errors.ConnectTimeoutError) return new OutboundFailed('timeout', unreachableMessage, error)
  const isNetwork = error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect')
  if (isNetwork || protocol !== 'https:') return new OutboundFailed('connect', unreachableMessage, error)
  return new OutboundFailed('tls', 'must have a valid certificate for its host', error)
}

/** Larger interim responses are left to undici, which ends the connection. */
const maxInterimBytes = 16 * 1024
const headEnd = Buffer.from('\r\n\r\n')
const lineBreaks = new Set([0x0d, 0x0a])

/** undici closes a connection on an unexpected `100 Continue` (1xx, RFC 9110 15.2). A 101 is no interim response. */
export const skippingInterimResponses =
  (connector: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connector(options, (error, socket) => {
      if (error === null) done(null, skipInterimResponses(socket))
      else done(error, null)
    })

/**
 * undici reads everything from the socket, one request at a time, so the first bytes after a write start its response.
 */
export function skipInterimResponses<T extends Pick<Socket, 'read' | 'write'>>(socket: T): T {
  const read = socket.read.bind(socket) as () => Buffer | null
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let head: InterimHeads | null = null
  const readOn = (): Buffer | null => {
    for (let chunk = read(); chunk !== null; chunk = read()) {
      if (head === null) return chunk
      const response = head.skip(chunk)
      if (response === null) continue
      head = null
      return response
    }
    return null
  }
  const writeOn = (...args: unknown[]) => {
    head = new InterimHeads()
    return write(...args)
  }
  return Object.assign(socket, { read: readOn, write: writeOn })
}

class InterimHeads {
  #held: Buffer = Buffer.alloc(0)
  #skipped = 0

  skip(chunk: Buffer): Buffer | null {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    for (;;) {
      const start = this.#held.findIndex((byte) => !lineBreaks.has(byte))
      const kind = classifyHead(this.#held.subarray(start < 0 ? this.#held.length : start))
      if (kind === 'final' || this.#skipped + this.#held.length > maxInterimBytes) return this.#held
      const end = kind === 'interim' ? this.#held.indexOf(headEnd, start) : -1
      if (end < 0) return null
      this.#skipped += end + headEnd.length
      this.#held = this.#held.subarray(end + headEnd.length)
    }
  }
}

const statusLine = /^HTTP\/1\.[01] 1(?!01)\d\d(?!\d)/
const startOfStatusLine = /^H?T?T?P?\/?1?\.?[01]? ?1?\d?\d?$/
const statusLineLength = 'HTTP/1.1 100 '.length

function classifyHead(bytes: Buffer): 'interim' | 'final' | 'unknown' {
  const text = bytes.subarray(0, statusLineLength).toString('latin1')
  if (text.length < statusLineLength) return startOfStatusLine.test(text) ? 'unknown' : 'final'
  return statusLine.test(text) ? 'interim' : 'final'
}
