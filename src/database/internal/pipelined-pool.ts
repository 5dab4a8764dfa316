import type pg from 'pg'
import type { PoolState } from './priority-pool.ts'

interface PipelinedPoolOptions {
  open: () => pg.Client
  /** The first that is done on a new connection. */
  onConnect: (client: pg.Client) => unknown
  connections: number
  /** The maximum that is open while slow statements hold up the others; `connections` unless given. */
  maxConnections?: number
  elapsedMs?: () => number
}

type SharedClient = pg.Client & { release: (isBroken?: boolean) => void }

interface Connection {
  opening: Promise<SharedClient>
  /** Callers that have not released it: each has one statement on its way. */
  inFlight: number
  /** When the server began with the oldest of their statements. */
  busySince: number
  openedAt: number
  /** Ends the client after the statements of others that may be on their way. */
  discard: () => void
}

/** A statement that takes this long holds up those that were sent after it. */
const heldUpMs = 250

/**
 * A pool for Kysely over a few shared connections: statements are sent without waiting for earlier responses, on the
 * connection with the fewest in flight. Autocommit only: no transaction, no cursor. A lost connection fails what is in flight
 * and is replaced. A connection that a slow statement holds up gets no more statements while there is another one.
 */
export class PipelinedPool {
  options = {}
  #open: PipelinedPoolOptions['open']
  #onConnect: PipelinedPoolOptions['onConnect']
  #usual: number
  #max: number
  #elapsedMs: () => number
  #connections: Connection[] = []

  constructor(options: PipelinedPoolOptions) {
    const { open, onConnect, connections, maxConnections = connections } = options
    this.#open = open
    this.#onConnect = onConnect
    this.#usual = connections
    this.#max = maxConnections
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  connect(): Promise<SharedClient> {
    const now = this.#elapsedMs()
    const connection = this.#choose(now)
    if (connection.inFlight === 0) connection.busySince = now
    connection.inFlight += 1
    return connection.opening
  }

  /** Everybody shares the connections, so nobody waits for one and none is idle. */
  state(): PoolState {
    return { max: this.#max, open: this.#connections.length, idle: 0, waiting: 0 }
  }

  /** Replaces connections that are older, because the address may lead to another server by now. */
  renew({ olderThanMs = 0 } = {}): void {
    for (const { openedAt, discard } of this.#connections) if (this.#elapsedMs() - openedAt >= olderThanMs) discard()
  }

  async end(): Promise<void> {
    for (const { opening } of this.#connections) await opening.then((client) => client.end()).catch(() => {})
  }

  /** Chooses the first of the connections with the fewest statements in flight, so that a single reader uses one. */
  #choose(now: number): Connection {
    let [least, free]: (Connection | undefined)[] = []
    for (const one of this.#connections) {
      if (!least || one.inFlight < least.inFlight) least = one
      const isHeldUp = one.inFlight > 0 && now - one.busySince >= heldUpMs
      if (!isHeldUp && (!free || one.inFlight < free.inFlight)) free = one
    }
    if (free?.inFlight === 0) return free
    if (this.#connections.length < (free ? this.#usual : this.#max)) return this.#add()
    return free ?? least ?? this.#add()
  }

  #add(): Connection {
    const client = this.#open()
    const isHeld = () => this.#connections.includes(connection) // not replaced already
    const forget = () => {
      this.#connections = this.#connections.filter((one) => one !== connection)
    }
    const discard = () => {
      // Ended while it connects, a client of `pg` would never settle.
      if (isHeld()) void opening.then(() => client.end()).catch(() => {})
      forget()
    }
    const release = (isBroken?: boolean) => {
      connection.inFlight -= 1
      connection.busySince = this.#elapsedMs() // the server responds in order, and begins with the next one
      if (isBroken) discard()
    }
    client.on('error', forget)
    client.on('end', forget)
    const opening = client
      .connect()
      .then(() => this.#onConnect(client))
      .then(() => Object.assign(client, { release }))
    const connection = { opening, inFlight: 0, busySince: 0, openedAt: this.#elapsedMs(), discard }
    this.#connections.push(connection)
    // A connection that was opened but not prepared would stay open.
    opening.catch(() => {
      forget()
      void client.end().catch(() => {})
    })
    return connection
  }
}
