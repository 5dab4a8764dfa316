import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Counter } from 'prom-client'
import { requestError } from '../errors.ts'
import { clientNetwork, clientSite, siteShares } from '../client-network.ts'
import { createProxyCheck } from './proxies.ts'

/** Time limits and connection limits of clients (D86). */
export interface ConnectionBounds {
  maxConnections: number | null
  maxPerNetwork: number
  maxUnanswered: number
  headersMs: number
  requestMs: number
  checkMs: number
  silentMs: number
}

export const connectionBounds: ConnectionBounds = {
  maxConnections: null,
  maxPerNetwork: 256,
  maxUnanswered: 16,
  headersMs: 10_000,
  requestMs: 15_000,
  checkMs: 2_000,
  silentMs: 120_000,
}

interface ConnectionOptions extends Pick<ConnectionBounds, 'maxConnections' | 'maxPerNetwork' | 'maxUnanswered'> {
  trustProxy: string[]
  closed: Counter<'reason'>
}

interface Connections {
  watch: (server: Server) => void
  /** Closes connections without a whole request, which would keep the server from stopping. */
  stop: () => void
  /** Keeps the connection if it has another request. */
  endAfter: (response: ServerResponse) => void
  /** For a request that isn't HTTP or arrives too late. */
  refuse: (error: NodeJS.ErrnoException, socket: Socket, requestId: string) => void
}

/**
 * At the total limit, the connection that has been idle the longest is closed for a new one, so that a probe always
 * gets a response.
 */
export function createConnectionLimits(options: ConnectionOptions): Connections {
  const max = options.maxConnections ?? defaultMax
  const perNetwork = createCounts(Math.min(options.maxPerNetwork, Math.ceil(max / 4)))
  const isProxy = createProxyCheck(options.trustProxy)
  const held = new Set<Socket>() // ordered by their last request, the oldest first
  const responses = new WeakMap<Socket, ServerResponse>()
  const unanswered = createPerSocket(options.maxUnanswered)

  const close = (socket: Socket, reason: string): void => {
    options.closed.inc({ reason })
    socket.destroy()
  }
  const closeAndStop = (socket: Socket): void => {
    close(socket, 'pipelined')
    stopParsing(socket)
  }
  const closeOldest = (): boolean => {
    for (const socket of held) {
      if (!isWaiting(responses.get(socket))) continue
      held.delete(socket)
      close(socket, 'idle')
      return true
    }
    return false
  }
  const closeUnfinished = (): void => {
    for (const socket of held) if (!responses.get(socket)?.req.complete) socket.destroy()
  }
  const admit = (socket: Socket): void => {
    const { remoteAddress = '' } = socket
    const network = isProxy(remoteAddress) ? null : clientNetwork(remoteAddress)
    if (network !== null && !perNetwork.add(network)) return close(socket, 'network')
    if (network !== null) socket.once('close', () => perNetwork.remove(network))
    if (held.size >= max && !closeOldest()) return close(socket, 'total')
    held.add(socket)
    socket.once('close', () => held.delete(socket))
  }
  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    responses.set(socket, response)
    if (!unanswered.add(socket, response) && !socket.destroyed) closeAndStop(socket)
    if (held.delete(socket)) held.add(socket)
  }
  return {
    watch: (server) => {
      server.maxConnections = max + spare
      server.on('connection', admit).prependListener('request', note)
      for (const event of ['checkExpectation', 'checkContinue']) server.prependListener(event, note)
      server.on('drop', () => options.closed.inc({ reason: 'total' }))
    },
    endAfter: (response) => {
      const { socket } = response.req
      if (responses.get(socket) === response) socket.destroySoon()
    },
    stop: () => void setTimeout(closeUnfinished, arriveMs).unref(),
    refuse: createRefusal(responses),
  }
}

/** When the server stops, a request in progress has this long to arrive. */
const arriveMs = 1000

/** For sockets that are closed but not gone yet. */
const spare = 64

/** For a request or its rest, or for the response to be read. */
const isWaiting = (response: ServerResponse | undefined): boolean =>
  response === undefined || response.writableEnded || !response.req.complete

/** Up to eight times `max` per site (D82). */
function createCounts(max: number) {
  const counts = new Map<string, number>()
  const bounds = (network: string): [name: string, max: number][] => {
    const site = clientSite(network)
    const own: [string, number] = [network, max]
    return site === null ? [own] : [own, [site, max * siteShares]]
  }
  const toCount = (name: string) => counts.get(name) ?? 0
  return {
    add: (network: string): boolean => {
      const all = bounds(network)
      if (all.some(([name, bound]) => toCount(name) >= bound)) return false
      for (const [name] of all) counts.set(name, toCount(name) + 1)
      return true
    },
    remove: (network: string): void => {
      for (const [name] of bounds(network)) {
        const left = toCount(name) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
  }
}

/** Counts up to `max` responses per socket that are not complete. */
function createPerSocket(max: number) {
  const counts = new WeakMap<Socket, number>()
  return {
    add: (socket: Socket, response: ServerResponse): boolean => {
      const count = (counts.get(socket) ?? 0) + 1
      counts.set(socket, count)
      response.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1))
      return count <= max
    },
  }
}

/**
 * Node parses a chunk of 64 kB, up to two thousand requests, in one turn, even after the socket is destroyed. A
 * negative number from the parser's listener ends it with a parse error.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1
}

export const maxOpenConnections = 4096

/** The other half of the file limit is left to the database and to outgoing connections. */
const defaultMax = ((): number => {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } } // the types say only `object`
  const files = Number(report.userLimits?.open_files?.soft)
  return Number.isFinite(files) ? Math.min(maxOpenConnections, Math.max(64, Math.floor(files / 2))) : maxOpenConnections
})()

/** A refused client has this long to read the reason. */
const lingerMs = 500

function createRefusal(responses: WeakMap<Socket, ServerResponse>): Connections['refuse'] {
  const refused = new WeakSet<Socket>()
  return (error, socket, requestId) => {
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || hasResponded(responses.get(socket))) {
      socket.destroy()
      return
    }
    // A client that keeps sending must not keep the descriptor.
    setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('end', () => socket.destroy()).end(toRefusal(error, requestId))
  }
}

/** At least in part. */
const hasResponded = (response: ServerResponse | undefined): boolean =>
  response !== undefined && response.headersSent && !(response.writableFinished && response.req.complete)

const refusals: Record<string, [status: string, message: string] | undefined> = {
  HPE_INVALID_URL: [
    '400 Bad Request',
    'The request target has a character that a URL cannot have, such as a letter outside ASCII: percent-encode it.',
  ],
  HPE_INVALID_METHOD: ['400 Bad Request', 'The request method is not one of HTTP.'],
  HPE_INVALID_HEADER_TOKEN: ['400 Bad Request', 'A request header has a character that headers cannot have.'],
  HPE_INVALID_CONTENT_LENGTH: ['400 Bad Request', 'The Content-Length header is not a number.'],
  HPE_INVALID_CHUNK_SIZE: ['400 Bad Request', 'The body is not well-formed in its chunked coding.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

function toRefusal({ code = '' }: NodeJS.ErrnoException, requestId: string): string {
  const [status, message] = refusals[code] ?? ['400 Bad Request', 'The request is not HTTP.']
  const body = JSON.stringify({ error: { code: 'bad_request', message, details: requestError(message) } })
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
