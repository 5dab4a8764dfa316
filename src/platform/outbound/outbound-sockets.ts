import { isIP, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { ExchangeHandler, SenderRequest } from './outbound-exchange.ts'
import { ResponseParser } from './response-parser.ts'

interface Origin {
  name: string
  idle: Connection[]
  /** Idle, busy and connecting ones. */
  connections: number
}

interface Exchange {
  message: Message
  handler: ExchangeHandler
}

/** With more idle connections, the one that has been idle longest is closed. */
const maxIdle = 1024
const sweepEveryMs = 1000
/** How long an idle connection is kept. A server may announce another time, of which a margin is left unused. */
const keepAlive = { usualMs: 4000, mostMs: 30_000, marginMs: 2000 }

/**
 * Sends HTTP/1.1 requests over its own sockets, in less processor time than undici. A connection carries one request at a
 * time, and another one only after a complete response with nothing behind it. The caller limits the requests in flight.
 */
export class OutboundSockets {
  readonly #connect: buildConnector.connector
  readonly #origins = new Map<string, Origin>()
  /** The first has been idle longest. */
  readonly #idle = new Set<Connection>()
  readonly #busy = new Set<Connection>()
  readonly #sweeper = setInterval(() => this.#closeExpired(), sweepEveryMs).unref()
  #isClosed = false

  constructor(connect: buildConnector.connector) {
    this.#connect = connect
  }

  get origins(): number {
    return this.#origins.size
  }

  /** Throws `TypeError` for a header that HTTP doesn't allow. */
  dispatch(request: SenderRequest, handler: ExchangeHandler): void {
    const exchange = { message: toMessage(request), handler }
    const origin = this.#origins.get(request.origin) ?? { name: request.origin, idle: [], connections: 0 }
    const idle = this.#takeIdle(origin)
    if (idle) this.#start(idle, exchange)
    else this.#open(origin, exchange)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const connection of [...this.#idle, ...this.#busy]) connection.fail(createClosedError())
  }

  /** Takes the one that has been idle shortest, so that the others can expire. */
  #takeIdle(origin: Origin): Connection | undefined {
    const connection = origin.idle.pop()
    if (!connection) return undefined
    this.#idle.delete(connection)
    if (performance.now() < connection.idleUntilMs) return connection
    connection.close()
    return this.#takeIdle(origin)
  }

  #open(origin: Origin, exchange: Exchange): void {
    const { protocol, host, hostname, port } = new URL(origin.name)
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    const servername = isIP(address) === 0 ? hostname : ''
    origin.connections++
    this.#origins.set(origin.name, origin)
    this.#connect({ protocol, host, hostname: address, port, servername }, (error, socket) => {
      if (error === null && !this.#isClosed) return this.#start(this.#add(origin, socket), exchange)
      socket?.destroy()
      this.#forget(origin)
      exchange.handler.onResponseError(null, error ?? createClosedError())
    })
  }

  #add(origin: Origin, socket: Socket): Connection {
    const connection: Connection = new Connection(socket, {
      onIdle: () => this.#keep(origin, connection),
      onClose: () => {
        this.#busy.delete(connection)
        if (this.#idle.delete(connection)) origin.idle.splice(origin.idle.indexOf(connection), 1)
        this.#forget(origin)
      },
    })
    return connection
  }

  #start(connection: Connection, { message, handler }: Exchange): void {
    this.#busy.add(connection)
    connection.send(message, handler)
  }

  #keep(origin: Origin, connection: Connection): void {
    this.#busy.delete(connection)
    this.#idle.add(connection)
    origin.idle.push(connection)
    if (this.#idle.size <= maxIdle) return
    const [oldest] = this.#idle
    oldest?.close()
  }

  #forget(origin: Origin): void {
    origin.connections--
    if (origin.connections === 0) this.#origins.delete(origin.name)
  }

  #closeExpired(): void {
    const now = performance.now()
    for (const connection of this.#idle) if (connection.idleUntilMs <= now) connection.close()
  }
}

const createClosedError = () => new Error('The sender was closed.')

interface ConnectionEvents {
  onIdle: () => void
  onClose: () => void
}

class Connection {
  /** By `performance.now()`. */
  idleUntilMs = 0
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  #handler: ExchangeHandler | null = null
  #parser = new ResponseParser()
  #isClosed = false

  constructor(socket: Socket, events: ConnectionEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('end', () => this.#onEnd())
    socket.on('error', (error) => this.fail(error))
    socket.on('close', () => this.fail(new Error('The connection was closed before the end of the response.')))
  }

  send({ data, encoding }: Message, handler: ExchangeHandler): void {
    this.#handler = handler
    this.#parser = new ResponseParser()
    handler.onRequestStart(this)
    if (!this.#isClosed) this.#socket.write(data, encoding)
  }

  /** Ends the exchange without telling its handler. */
  abort(): void {
    this.#handler = null
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#socket.destroy()
    this.#events.onClose()
  }

  fail(error: Error): void {
    const handler = this.#handler
    this.abort()
    handler?.onResponseError(null, error)
  }

  #read(bytes: Buffer): void {
    const parser = this.#parser
    if (this.#handler === null) return this.close() // nobody has asked for these bytes
    const isHeadKnown = parser.status !== 0
    const parts = this.#parse(() => parser.push(bytes))
    if (!isHeadKnown && parser.status !== 0) this.#handler?.onResponseStart(null, parser.status, parser.headers)
    for (const part of parts) this.#handler?.onResponseData(null, part)
    if (parser.isComplete) this.#complete()
  }

  #onEnd(): void {
    if (this.#handler === null) return this.close()
    this.#parse(() => {
      this.#parser.end()
      return []
    })
    if (this.#parser.isComplete) this.#complete()
  }

  #parse(next: () => Buffer[]): Buffer[] {
    try {
      return next()
    } catch (error) {
      this.fail(error as Error)
      return []
    }
  }

  /** The handler may have aborted the exchange before its end. */
  #complete(): void {
    const handler = this.#handler
    const keepMs = this.#getKeepMs()
    this.#handler = null
    if (this.#isClosed || keepMs <= 0) this.close()
    else {
      this.idleUntilMs = performance.now() + keepMs
      this.#events.onIdle()
    }
    handler?.onResponseEnd()
  }

  /** A server that responds before it has read the request may close the connection. */
  #getKeepMs(): number {
    if (!this.#parser.isReusable || this.#socket.writableLength > 0) return 0
    const [, seconds] = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(this.#parser.headers['keep-alive'] ?? '') ?? []
    if (seconds === undefined) return keepAlive.usualMs
    return Math.min(Number(seconds) * 1000 - keepAlive.marginMs, keepAlive.mostMs)
  }
}

interface Message {
  data: string | Buffer
  encoding: 'latin1' | 'utf8'
}

/** In one piece, because each write is a packet of its own. */
function toMessage({ host, path, method, headers, body }: SenderRequest): Message {
  const content = body ?? ''
  const length = Buffer.byteLength(content)
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`
  for (const [name, value] of Object.entries(headers)) head += toField(name, value)
  if (method === 'POST') head += `content-length: ${length}\r\n`
  head += '\r\n'
  if (typeof content !== 'string')
    return { data: Buffer.concat([Buffer.from(head, 'latin1'), content]), encoding: 'latin1' }
  return { data: head + content, encoding: length === content.length ? 'latin1' : 'utf8' }
}

const fieldPattern = /^[\w!#$%&'*+.^`|~-]+: [\t\x20-\x7e]*$/

function toField(name: string, value: string): string {
  const field = `${name}: ${value}`
  if (!fieldPattern.test(field)) throw new TypeError(`The header ${JSON.stringify(name)} is not allowed in HTTP.`)
  return `${field}\r\n`
}
