import type { LookupAddress } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector, errors } from 'undici'
import { QueueRefused } from '../queues/admission-queue.ts'
import { OutboundRefused } from './outbound-target.ts'
import type { Resolve } from './resolver.ts'
import { skippingInterimResponses } from './skip-interim-responses.ts'

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

interface ConnectorOptions extends Trust {
  /** null: no maximum. */
  connections?: number | null
}

const unreachableMessage = 'must be reachable at a public address'
const connectTimeoutMs = 10_000

export function openAgent({ connections = 8, ...trust }: ConnectorOptions): Agent {
  const lookup: LookupFunction = (host, options, done) => {
    resolveAllowed(trust, host, AbortSignal.timeout(connectTimeoutMs)).then(
      (addresses) => pinned(addresses)(host, options, done),
      (error: Error) => done(error, []),
    )
  }
  const connect = createConnector(trust, { lookup, timeoutMs: connectTimeoutMs })
  return new Agent({ connections, keepAliveMaxTimeout: 30_000, connect })
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
  return skippingInterimResponses((options, done) => {
    const connect =
      options.protocol === 'https:'
        ? (connectSecure ??= buildConnector({ ...settings, secureContext: getSecureContext() }))
        : connectPlain
    connect(options, (error, socket) => {
      if (error === null) done(null, socket)
      else done(createConnectError(error, options.protocol), null)
    })
  })
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
