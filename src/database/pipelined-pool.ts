import type pg from 'pg'
import type { PoolState } from './priority-pool.ts'

interface PipelinedPoolOptions {
  open: () => pg.Client
  /** The first that is done on a new connection. */
  onConnect: (client: pg.Client) => unknown
  connections: number
}

type SharedClient = pg.Client & { release: (isBroken?: boolean) => void }

/**
 * A pool for Kysely over a few shared connections: statements are sent without waiting for earlier responses. Autocommit
 * only: no transaction, no cursor. A lost connection fails what is in flight and is replaced.
 */
export class PipelinedPool {
  options = {}
  #open: PipelinedPoolOptions['open']
  #onConnect: PipelinedPoolOptions['onConnect']
  #slots: (Promise<SharedClient> | undefined)[]
  #turn = 0

  constructor({ open, onConnect, connections }: PipelinedPoolOptions) {
    this.#open = open
    this.#onConnect = onConnect
    this.#slots = Array.from({ length: connections })
  }

  connect(): Promise<SharedClient> {
    const slot = this.#turn++ % this.#slots.length
    return (this.#slots[slot] ??= this.#fill(slot))
  }

  /** Everybody shares the connections, so nobody waits for one and none is idle. */
  state(): PoolState {
    const open = this.#slots.filter((slot) => slot !== undefined).length
    return { max: this.#slots.length, open, idle: 0, waiting: 0 }
  }

  async end(): Promise<void> {
    for (const opening of this.#slots) await opening?.then((client) => client.end()).catch(() => {})
  }

  #fill(slot: number): Promise<SharedClient> {
    const client = this.#open()
    const isHeld = () => this.#slots[slot] === opening // not replaced already
    const forget = () => {
      if (isHeld()) this.#slots[slot] = undefined
    }
    /** Statements of others may be on their way: the client ends after them. */
    const discard = () => {
      if (isHeld()) void client.end().catch(() => {})
      forget()
    }
    client.on('error', forget)
    client.on('end', forget)
    const opening = client
      .connect()
      .then(() => this.#onConnect(client))
      .then(() => Object.assign(client, { release: (isBroken?: boolean) => isBroken && discard() }))
    // A connection that was opened but not prepared would stay open.
    opening.catch(() => {
      forget()
      void client.end().catch(() => {})
    })
    return opening
  }
}
