import type { ResponseHeaders } from './outbound-exchange.ts'

/** The response is not HTTP/1.1, or its end is not known for certain. */
export class MalformedResponse extends Error {}

/** Of all heads and trailers of a response together, interim responses included. */
const maxHeadBytes = 32 * 1024
const maxChunkLineBytes = 256
const protocol = 'HTTP/1.'
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const empty: Buffer = Buffer.alloc(0)

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
const fieldLine = /^([!#$%&'*+.^_`|~0-9a-z-]+):([\t\x20-\x7e\x80-\xff]*)$/i
const chunkLine = /^([\da-f]{1,12})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i

type State = 'head' | 'body' | 'body to the close' | 'chunk line' | 'chunk' | 'chunk end' | 'trailers' | 'complete'

/**
 * Parses the response to one request, however its bytes are split, and skips interim responses. It accepts only what has
 * one meaning: anything else could make the end of one response the start of the next.
 */
export class ResponseParser {
  /** 0 until the head is complete. */
  status = 0
  /** The first of repeated values. */
  headers: ResponseHeaders = {}
  /** null: the head doesn't say it. */
  contentLength: number | null = null
  /** The connection has no bytes beyond the response and can take another request. */
  isReusable = false
  #state: State = 'head'
  #held = empty
  #headBytes = 0
  #left = 0

  get isComplete(): boolean {
    return this.#state === 'complete'
  }

  /** Returns the parts of the body in the next bytes of the connection. Throws `MalformedResponse`. */
  push(bytes: Buffer): Buffer[] {
    const parts: Buffer[] = []
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = empty
    while (rest.length > 0 && this.#state !== 'complete') {
      const next = this.#parse(rest, parts)
      if (next === null) {
        this.#held = rest
        return parts
      }
      rest = next
    }
    if (rest.length > 0) this.isReusable = false
    return parts
  }

  /** The server has closed the connection, which only ends a body without a length. Throws `MalformedResponse`. */
  end(): void {
    if (this.#state !== 'body to the close') throw new MalformedResponse('The response is incomplete.')
    this.#state = 'complete'
  }

  /** Returns the bytes that follow; null: more are needed. */
  #parse(bytes: Buffer, parts: Buffer[]): Buffer | null {
    switch (this.#state) {
      case 'head':
        return this.#parseHead(bytes)
      case 'chunk line':
        return this.#parseChunkLine(bytes)
      case 'chunk end':
        return this.#parseChunkEnd(bytes)
      case 'trailers':
        return this.#parseTrailer(bytes)
      case 'body to the close':
        parts.push(bytes)
        return empty
      default:
        return this.#parseBody(bytes, parts)
    }
  }

  #parseHead(bytes: Buffer): Buffer | null {
    if (!protocol.startsWith(bytes.toString('latin1', 0, protocol.length)))
      throw new MalformedResponse('The response is not HTTP/1.1.')
    const head = this.#readUntil(headEnd, bytes)
    if (head === null) return null
    const rest = bytes.subarray(head.length + headEnd.length)
    const [first = '', ...lines] = head.split('\r\n')
    const [, minor, code] = statusLine.exec(first) ?? []
    if (code === undefined) throw new MalformedResponse('The response has no valid status line.')
    const status = Number(code)
    const fields = lines.map(parseField)
    if (status === 101) throw new MalformedResponse('The response switches protocols.')
    if (status >= 200) this.#start({ status, isFirstMinor: minor === '1' }, fields)
    return rest
  }

  #start({ status, isFirstMinor }: { status: number; isFirstMinor: boolean }, fields: Field[]): void {
    const headers = Object.create(null) as ResponseHeaders
    for (const { name, value } of fields) {
      if (headers[name] !== undefined && isFraming(name)) throw new MalformedResponse(`The response repeats ${name}.`)
      headers[name] ??= value
    }
    this.headers = headers
    this.status = status
    this.contentLength = parseContentLength(headers['content-length'])
    this.isReusable = isFirstMinor && !fields.some(isConnectionClose)
    this.#state = this.#findBody()
  }

  #findBody(): State {
    const { status, headers, contentLength } = this
    const coding = headers['transfer-encoding']?.toLowerCase()
    if (coding !== undefined && (coding !== 'chunked' || contentLength !== null))
      throw new MalformedResponse('The response has no certain length.')
    if (status === 204 || status === 304) return 'complete'
    if (coding !== undefined) return 'chunk line'
    if (contentLength !== null) {
      this.#left = contentLength
      return contentLength === 0 ? 'complete' : 'body'
    }
    this.isReusable = false
    return 'body to the close'
  }

  #parseBody(bytes: Buffer, parts: Buffer[]): Buffer {
    const part = bytes.subarray(0, this.#left)
    parts.push(part)
    this.#left -= part.length
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'chunk end' : 'complete'
    return bytes.subarray(part.length)
  }

  #parseChunkLine(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(lineEnd)
    if ((end < 0 ? bytes.length : end) > maxChunkLineBytes) throw new MalformedResponse('A chunk has too long a line.')
    if (end < 0) return null
    const [, size] = chunkLine.exec(bytes.toString('latin1', 0, end)) ?? []
    if (size === undefined) throw new MalformedResponse('A chunk has no valid size.')
    this.#left = Number.parseInt(size, 16)
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
    return bytes.subarray(end + lineEnd.length)
  }

  #parseChunkEnd(bytes: Buffer): Buffer | null {
    if (bytes[0] !== 0x0d || (bytes.length > 1 && bytes[1] !== 0x0a))
      throw new MalformedResponse('A chunk is longer than its size.')
    if (bytes.length < lineEnd.length) return null
    this.#state = 'chunk line'
    return bytes.subarray(lineEnd.length)
  }

  #parseTrailer(bytes: Buffer): Buffer | null {
    const line = this.#readUntil(lineEnd, bytes)
    if (line === null) return null
    if (line === '') this.#state = 'complete'
    else parseField(line)
    return bytes.subarray(line.length + lineEnd.length)
  }

  #readUntil(mark: Buffer, bytes: Buffer): string | null {
    const end = bytes.indexOf(mark)
    const length = end < 0 ? bytes.length : end + mark.length
    if (this.#headBytes + length > maxHeadBytes) throw new MalformedResponse('The response has too long a head.')
    if (end < 0) return null
    this.#headBytes += length
    return bytes.toString('latin1', 0, end)
  }
}

interface Field {
  /** In lower case. */
  name: string
  value: string
}

function parseField(line: string): Field {
  const [, name, value] = fieldLine.exec(line) ?? []
  if (name === undefined || value === undefined) throw new MalformedResponse('The response has an invalid header.')
  return { name: name.toLowerCase(), value: trimSpaces(value) }
}

/** `trim` also removes no-break spaces, which are bytes of a value here. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return text.slice(start, end)
}

const isSpace = (character: string | undefined) => character === ' ' || character === '\t'

const isFraming = (name: string) => name === 'content-length' || name === 'transfer-encoding'

function parseContentLength(value: string | undefined): number | null {
  if (value === undefined) return null
  if (!/^\d{1,15}$/.test(value)) throw new MalformedResponse('The response has no valid length.')
  return Number(value)
}

const isConnectionClose = ({ name, value }: Field) =>
  name === 'connection' && value.toLowerCase().split(',').map(trimSpaces).includes('close')
