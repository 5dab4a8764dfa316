import { ApiError } from './errors.ts'

/** Functions that another process may call. Their arguments and results are copied. */
export type Functions = Record<string, (input: never, call: RunningCall) => unknown>

export interface RunningCall {
  /** Aborts when the caller no longer wants the result. */
  signal: AbortSignal
  /** Sends a part of the result ahead of it. */
  sendPart: (part: unknown) => void
}

interface CallOptions {
  signal?: AbortSignal
  onPart?: (part: unknown) => void
}

export interface ProcessCalls<Remote extends Functions> {
  /** Rejects with the function's `ApiError`, with an Error for any other failure, or with the signal's reason. */
  call: <Name extends keyof Remote & string>(
    name: Name,
    input: Parameters<Remote[Name]>[0],
    options?: CallOptions,
  ) => Promise<Awaited<ReturnType<Remote[Name]>>>
  /** Rejects all calls that wait, because the other process has ended. Returns their number. */
  fail: (error: Error) => number
}

/** `process`, or a child process. */
interface Channel {
  send?: ((message: object, onSent: (error: Error | null) => void) => boolean) | undefined
  on: (event: 'message', listener: (message: unknown) => void) => unknown
}

type Message =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'cancel'; id: number }
  | { kind: 'part'; id: number; part: unknown }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'failure'; id: number; failure: Failure }

type Failure = Pick<ApiError, 'message'> & Partial<Pick<ApiError, 'code' | 'details' | 'retryAfterSeconds'>>

interface WaitingCall {
  onPart: (part: unknown) => void
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Calls functions of the process at the other end of a channel, and runs those of `own` that it calls. */
export function openCalls<Remote extends Functions>(channel: Channel, own: Functions): ProcessCalls<Remote> {
  const waiting = new Map<number, WaitingCall>()
  const running = new Map<number, AbortController>()
  let lastId = 0
  const send = (message: Message) => void channel.send?.(message, () => {}) // fails when the other process has ended

  const run = async ({ id, name, input }: Extract<Message, { kind: 'call' }>) => {
    const cancelled = new AbortController()
    running.set(id, cancelled)
    const call: RunningCall = { signal: cancelled.signal, sendPart: (part) => send({ kind: 'part', id, part }) }
    try {
      send({ kind: 'result', id, result: await own[name]?.(input as never, call) }) // typed by the caller
    } catch (error) {
      send({ kind: 'failure', id, failure: toFailure(error) })
    } finally {
      running.delete(id)
    }
  }
  channel.on('message', (received) => {
    const message = received as Message // sent by `send` at the other end
    if (message.kind === 'call') return void run(message)
    if (message.kind === 'cancel') return running.get(message.id)?.abort()
    const call = waiting.get(message.id)
    if (message.kind === 'part') return call?.onPart(message.part)
    waiting.delete(message.id)
    if (message.kind === 'result') call?.resolve(message.result)
    else call?.reject(toError(message.failure))
  })

  const call = async (name: string, input: unknown, { signal, onPart = () => {} }: CallOptions = {}) => {
    signal?.throwIfAborted()
    const id = (lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { onPart, resolve, reject })
    const cancel = () => {
      waiting.delete(id)
      send({ kind: 'cancel', id })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    send({ kind: 'call', id, name, input })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
  const fail = (error: Error) => {
    const calls = [...waiting.values()]
    waiting.clear()
    for (const { reject } of calls) reject(error)
    return calls.length
  }
  return { call: call as ProcessCalls<Remote>['call'], fail } // the other end has the functions that `Remote` names
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : String(error) }
  const { code, message, details, retryAfterSeconds } = error
  return { code, message, details, retryAfterSeconds }
}

function toError({ code, message, details, retryAfterSeconds }: Failure): Error {
  if (code === undefined) return new Error(message)
  return new ApiError(code, message, { ...(details && { details }), ...(retryAfterSeconds && { retryAfterSeconds }) })
}
