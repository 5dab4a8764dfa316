import { Duplex } from 'node:stream'
import { DatabaseStopped } from '../../platform/database-fault.ts'
import type { Lite } from './open-lite.ts'

type Done = (error?: Error | null) => void

/**
 * The embedded database as the socket of `pg`, so that one driver and one set of error classes serve both databases.
 * All streams share one backend: never open more than one at a time.
 */
export class PGliteStream extends Duplex {
  #backend: EmbeddedBackend
  #lite: Lite | undefined

  constructor(backend: EmbeddedBackend) {
    super()
    this.#backend = backend
  }

  /** Called by `pg` instead of opening a connection. */
  connect(): this {
    this.#backend.get().then(
      (lite) => {
        this.#lite = lite
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#exchange(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  /** A server forgets a closed connection's transaction, settings and locks; the one backend has to be told. */
  override _destroy(error: Error | null, done: Done): void {
    if (!this.#lite || this.#lite.isClosed()) return done(error)
    this.#run(this.#lite, resetMessages).then(
      () => done(error),
      (fault: Error) => done(error ?? fault),
    )
  }

  #exchange(request: Buffer, done: Done): void {
    if (!this.#lite) return done(new DatabaseStopped())
    this.#run(this.#lite, request).then((response) => {
      done()
      if (response.length > 0 && !this.destroyed) this.push(response)
    }, done)
  }

  async #run(lite: Lite, request: Buffer): Promise<Buffer> {
    const response = await lite.exchange(request)
    if (!asksForEnd(request) || isEnded(response)) return response
    this.#lite = undefined
    this.#backend.leave(lite)
    throw new DatabaseStopped({ cause: response.toString('latin1') })
  }

  // The methods that `pg` calls on a net.Socket.
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}

const sync = Buffer.from('S\0\0\0\x04', 'latin1')
const readyForQuery = Buffer.from('Z\0\0\0\x05', 'latin1')

/** Whether a backend that lives says at the end of its response that it is ready for more. */
const asksForEnd = (request: Buffer): boolean => request[0] === 0x51 || request.subarray(-sync.length).equals(sync)

const isEnded = (response: Buffer): boolean => response.subarray(-6, -1).equals(readyForQuery)

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

const resetMessages = Buffer.concat([simpleQuery('rollback'), simpleQuery('discard all')])

/** The one backend that all connections to the embedded database share. */
export interface EmbeddedBackend {
  /** The backend that answers; it is opened again after it has stopped. Throws `DatabaseStopped`. */
  get: () => Promise<Lite>
  /** Tells that a backend has stopped: nothing may be asked of it any more, since its next response would never come. */
  leave: (stopped: Lite) => void
  close: () => Promise<void>
}

interface BackendOptions {
  open: () => Promise<Lite>
  /** Whether opening may succeed: it needs room on the disk. */
  mayReopen: () => boolean
  onStopped: () => void
}

/** Opens the backend; later faults of opening end in `DatabaseStopped`. */
export async function openBackend({ open, mayReopen, onStopped }: BackendOptions): Promise<EmbeddedBackend> {
  let current: Lite | undefined = await open()
  let opening: Promise<Lite> | undefined
  const reopen = async () => {
    try {
      return (current = await open())
    } catch (cause) {
      throw new DatabaseStopped({ cause })
    } finally {
      opening = undefined
    }
  }
  return {
    get: async () => {
      if (current) return current
      if (!opening && !mayReopen()) throw new DatabaseStopped()
      return (opening ??= reopen())
    },
    leave: (stopped) => {
      if (current !== stopped) return
      current = undefined
      stopped.abandon()
      onStopped()
    },
    close: async () => current?.close(),
  }
}
