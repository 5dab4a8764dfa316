import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, errors } from 'undici'
import { OutboundRefused } from './outbound-target.ts'

export type OutboundFault = 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'broken'

/** The exchange failed. The message fits after a field's name; only `reason` and `cause`, not for callers, tell how. */
export class OutboundFailed extends Error {
  readonly reason: OutboundFault

  constructor(reason: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Every address of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export interface ConnectorOptions {
  resolve: Resolve
  accept: (address: string) => boolean
  /** Certificates (PEM) to trust beside the usual ones. */
  ca: string[]
  /** To one origin at most; null: as many as there are requests. */
  connections?: number | null
}

// One sentence for a name that isn't known, a port that is closed and an address that is refused:
// telling them apart would let anybody map what this machine can reach.
const UNREACHABLE = 'must be reachable at a public address'
const CONNECT_TIMEOUT_MS = 10_000

/** Pooled connections that are opened only to addresses that `accept` takes; a host with one other address gets none. */
export function openAgent({ resolve, accept, ca, connections = 8 }: ConnectorOptions): Agent {
  const connect = buildConnector({
    lookup: judgedLookup(resolve, accept),
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    rejectUnauthorized: true, // said, because an environment variable could turn the default off
    ...(ca.length > 0 && { ca: [...getCACertificates('default'), ...ca] }),
  })
  return new Agent({
    connections,
    keepAliveMaxTimeout: 30_000,
    connect: (options, done) =>
      connect(options, (error, socket) => {
        if (error === null) done(null, socket)
        else done(connectFailure(error, options.protocol), null)
      }),
  })
}

// The socket gets the very answers that were judged, so a second answer of the name server has no say.
function judgedLookup(resolve: Resolve, accept: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (answers) => {
        const [first] = answers
        if (first === undefined) done(new OutboundFailed('dns', UNREACHABLE), [])
        else if (!answers.every(({ address }) => accept(address))) done(new OutboundRefused(UNREACHABLE), [])
        else if (all === true) done(null, answers)
        else done(null, first.address, first.family)
      },
      (cause: unknown) => done(new OutboundFailed('dns', UNREACHABLE, cause), []),
    )
  }
}

function connectFailure(error: Error, protocol: string): Error {
  if (error instanceof OutboundRefused || error instanceof OutboundFailed) return error
  if (error instanceof errors.ConnectTimeoutError) return new OutboundFailed('timeout', UNREACHABLE, error)
  const isNetwork = error instanceof AggregateError || ('syscall' in error && error.syscall === 'connect')
  if (isNetwork || protocol !== 'https:') return new OutboundFailed('connect', UNREACHABLE, error)
  return new OutboundFailed('tls', 'must have a valid certificate for its host', error)
}
