import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { OutboundFailed } from './outbound-connector.ts'
import { OutboundRefused } from './outbound-target.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Most bytes of the answer's body that are read. */
  maxBytes: number
  /** What becomes of a longer body: `refuse` fails, `truncate` keeps what was read. */
  onTooLarge: 'refuse' | 'truncate'
  /** Covers the whole exchange, from the name's resolution to the body's last byte. */
  signal: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  isTruncated: boolean
}

export interface Target {
  origin: string
  path: string
}

/**
 * One exchange over an agent's connections. Undici's own `request` makes streams and listeners for each, which take more
 * time than all the rest; it also hears of an abort only once it is connected, while this one ends at once.
 */
export function exchange(agent: Agent, target: Target, options: OutboundRequest): Promise<OutboundAnswer> {
  const { method, headers = {}, body = null, signal } = options
  if (signal.aborted) return Promise.reject(abortOf(signal))
  return new Promise((resolve, reject) => {
    const collector = collect(options, { resolve, reject })
    agent.dispatch({ ...target, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, collector)
  })
}

interface Ends {
  resolve: (answer: OutboundAnswer) => void
  reject: (error: unknown) => void
}

/** Takes an answer as it comes, until its end, the bound, or the signal. */
function collect({ maxBytes, onTooLarge, signal }: OutboundRequest, ends: Ends): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = []
  let controller: Dispatcher.DispatchController | undefined
  let [status, length, isOver] = [0, 0, false]
  let headers: IncomingHttpHeaders = {}

  const end = (tell: () => void) => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', abort)
    tell()
  }
  const fail = (error: unknown) => end(() => ends.reject(error))
  const succeed = (isTruncated: boolean) => {
    const read = Buffer.concat(chunks)
    end(() => ends.resolve({ status, headers, body: isTruncated ? read.subarray(0, maxBytes) : read, isTruncated }))
  }
  const hangUp = () => controller?.abort(new Error('no more of the answer is wanted'))
  const abort = () => {
    fail(abortOf(signal))
    hangUp()
  }
  const tooMuch = () => {
    if (onTooLarge === 'refuse') fail(new OutboundFailed('too_large', 'must answer with fewer bytes'))
    else succeed(true)
    hangUp()
  }
  signal.addEventListener('abort', abort)
  return {
    onRequestStart: (started) => {
      controller = started
      if (isOver) hangUp() // it ended while the connection was made
    },
    onResponseStart: (_, statusCode, given) => {
      if (statusCode < 200) return // an interim one
      status = statusCode
      headers = given
      if (onTooLarge === 'refuse' && Number(given['content-length']) > maxBytes) tooMuch()
    },
    onResponseData: (_, chunk) => {
      if (isOver) return
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) tooMuch()
    },
    onResponseEnd: () => succeed(false),
    onResponseError: (_, error) => fail(failureOf(error)),
  }
}

function abortOf({ reason }: AbortSignal): unknown {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
  return isTimeout ? new OutboundFailed('timeout', 'must answer in time', reason) : reason
}

function failureOf(error: unknown): Error {
  if (error instanceof OutboundRefused || error instanceof OutboundFailed) return error
  return new OutboundFailed('broken', 'must answer completely', error)
}
