import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

type Done = (error?: Error | null) => void

/**
 * The embedded database as the socket of `pg`, so that one driver and one set of error classes serve both databases.
 * All streams of one PGlite share one backend: never open more than one at a time.
 */
export class PGliteStream extends Duplex {
  #lite: PGlite

  constructor(lite: PGlite) {
    super()
    this.#lite = lite
  }

  /** Called by `pg` instead of opening a connection. */
  connect(): this {
    this.#lite.waitReady.then(
      () => this.emit('connect'),
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
    if (!this.#lite.closed) this.#lite.execProtocolRawSync(resetMessages)
    done(error)
  }

  /** The answer is copied, because PGlite reuses its buffer, and comes later, because a Writable drops what is written during `_writev`. */
  #exchange(request: Buffer, done: Done): void {
    try {
      const answer = Buffer.from(this.#lite.execProtocolRawSync(request))
      setImmediate(() => {
        done()
        if (answer.length > 0 && !this.destroyed) this.push(answer)
      })
    } catch (error) {
      done(error as Error)
    }
  }

  // What `pg` calls on a net.Socket.
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

const resetMessages = Buffer.concat([simpleQuery('rollback'), simpleQuery('discard all')])
