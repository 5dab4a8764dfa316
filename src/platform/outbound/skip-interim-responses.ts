import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

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
