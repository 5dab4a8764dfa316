import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { DatabaseStopped } from '../../platform/database-fault.ts'
import type { UnpackOptions } from '../prepared-database.ts'

/** PGlite in a thread of its own, so that a statement does not block the process. */
export interface Lite {
  /** Resolves to the response to messages of the wire protocol. Requests run in their order. */
  exchange: (request: Uint8Array) => Promise<Buffer>
  isClosed: () => boolean
  close: () => Promise<void>
  /** Ends the thread of a database that responds no more. */
  abandon: () => void
}

export interface LiteOptions {
  dataDir: string
  /** As `name=value`. */
  settings: string[]
  /** The thread first writes a new database into the folder; null: it has one. */
  unpack: UnpackOptions | null
}

/** Opens the database of a folder. A thread that ends by itself later ends the process, as an uncaught exception. */
export async function openLite(options: LiteOptions): Promise<Lite> {
  useBaselineCompiler()
  const thread = new Worker(new URL('./lite-thread.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  })
  await untilOpen(thread)
  thread.unref() // an open database doesn't keep the process running

  const waiting: PromiseWithResolvers<Buffer>[] = []
  let isClosed = false
  const answer = (response: Uint8Array | Error) => {
    const asked = waiting.shift()
    if (waiting.length === 0 && !isClosed) thread.unref()
    if (response instanceof Error) asked?.reject(response)
    else asked?.resolve(Buffer.from(response.buffer))
  }
  const answerInTurn = openTurns(answer)
  thread.on('message', (response: unknown) => {
    if (response instanceof Uint8Array || response instanceof Error) answerInTurn.add(response)
  })
  let cause: unknown
  thread.on('error', (error) => (cause = error))
  thread.on('exit', (status) => {
    answerInTurn.finish()
    for (const { reject } of waiting.splice(0)) reject(new DatabaseStopped({ cause }))
    if (!isClosed) throw new Error(`The thread of the embedded database has ended with status ${status}`, { cause })
  })

  const exchange = (request: Uint8Array) => {
    const asked = Promise.withResolvers<Buffer>()
    waiting.push(asked)
    thread.ref()
    const copy = new Uint8Array(request) // the request may be part of a larger buffer
    thread.postMessage(copy, [copy.buffer])
    return asked.promise
  }
  const close = async () => {
    isClosed = true
    thread.ref()
    thread.postMessage(null)
    await once(thread, 'exit')
  }
  const abandon = () => {
    isClosed = true
    void thread.terminate()
  }
  return { exchange, isClosed: () => isClosed, close, abandon }
}

/**
 * Calls back with one item in each turn of the event loop. Node calls listeners for up to 1,000 messages of a thread in one turn,
 * and each response continues a request, so that no other connection would be served meanwhile.
 */
function openTurns<Item>(callBack: (item: Item) => void): { add: (item: Item) => void; finish: () => void } {
  const items: Item[] = []
  const takeTurn = () => {
    for (const item of items.splice(0, 1)) callBack(item)
    if (items.length > 0) setImmediate(takeTurn)
  }
  const add = (item: Item) => {
    items.push(item)
    if (items.length === 1) setImmediate(takeTurn)
  }
  return { add, finish: () => items.splice(0).forEach(callBack) }
}

/** Under `node --watch`, threads also send messages of Node's own, which are objects. */
async function untilOpen(thread: Worker): Promise<void> {
  const [message] = (await once(thread, 'message')) as unknown[]
  if (message !== null) await untilOpen(thread)
}

/**
 * Has V8 compile WebAssembly once, without optimising it later. Its optimising compiler takes 600 MB and seconds of
 * processor time for one function of PostgreSQL, and makes statements by key no faster (long aggregates 1.4 times).
 */
function useBaselineCompiler(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
