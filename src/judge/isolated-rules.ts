import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { badField } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createAdmissionQueue } from '../platform/queues/admission-queue.ts'
import { maxEntries } from '../platform/caching/max-entries.ts'
import type { RuleCall } from './rules-thread.ts'

// Some patterns of launch-score@1.0.0 take minutes on hostile text. They can't be changed, because replays under that version must
// give the same score. So these rules run in a thread that can be ended.
const maxRunMs = 1_000
const maxWaitMs = 10_000
/** Loading the modules takes time that is not the text's fault. */
const maxStartMs = 15_000
const idleMs = 30_000

/** Runs functions of old rule modules in a thread of their own, one call at a time, in turns between client networks. */
export interface IsolatedRules {
  /** Throws `bad_request` on `promptVersion` if the call takes longer than a second, and `unavailable` if too many wait. */
  call: <T>(call: RuleCall) => Promise<T>
  close: () => Promise<void>
}

/** Prepares the queue; the thread starts with the first call and ends when it is idle. */
export function openIsolatedRules({ metrics }: { metrics: Metrics }): IsolatedRules {
  const thread = openThread()
  const queue = createAdmissionQueue({ name: 'old rules', maxRunning: 1, metrics })
  /** Calls that ran out of time, so that each text costs its second only once. */
  const tooSlow = new LRUCache<string, true>(maxEntries(5_000))

  const runInTurn = (call: RuleCall): Promise<unknown> => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new DOMException('too late', 'TimeoutError')), maxWaitMs)
    const run = () => {
      clearTimeout(timer)
      return thread.run(call)
    }
    return queue.run(run, { signal: waiting.signal }).finally(() => clearTimeout(timer))
  }
  const call = async <T>(ruleCall: RuleCall): Promise<T> => {
    const key = hash('sha256', JSON.stringify(ruleCall), 'base64')
    if (tooSlow.has(key)) throw createTooSlow()
    try {
      // Rule modules return plain data of their own types, which structured cloning keeps.
      return (await runInTurn(ruleCall)) as T
    } catch (error) {
      if (error !== outOfTime) throw error
      tooSlow.set(key, true)
      throw createTooSlow()
    }
  }
  return { call, close: thread.end }
}

const outOfTime = new Error('A rule took too long')

const createTooSlow = () =>
  badField('promptVersion', 'can’t replay this submission, because the rules of that version take too long on its text')

function openThread() {
  let current: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const start = (): Worker => {
    const worker = new Worker(new URL('./rules-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('error', () => {}) // the running call receives the error too
    worker.on('exit', () => {
      if (current === worker) current = undefined
    })
    return worker
  }
  const end = async (): Promise<void> => {
    clearTimeout(idleTimer)
    const ended = current
    current = undefined
    await ended?.terminate()
  }
  const run = async (call: RuleCall): Promise<unknown> => {
    clearTimeout(idleTimer)
    const worker = (current ??= start())
    worker.ref()
    try {
      return await waitForResponse(worker, call)
    } catch (error) {
      if (current === worker) current = undefined
      void worker.terminate()
      throw error
    } finally {
      worker.unref()
      idleTimer = setTimeout(() => void end(), idleMs).unref()
    }
  }
  return { run, end }
}

interface Message {
  begun?: true
  result?: unknown
}

/** Rejects with `outOfTime` if the call itself takes too long. */
function waitForResponse(worker: Worker, call: RuleCall): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  let timer = setTimeout(() => reject(new Error('The thread for old rules did not start')), maxStartMs)
  const onMessage = (message: Message) => {
    if (!message.begun) return resolve(message.result)
    clearTimeout(timer)
    timer = setTimeout(() => reject(outOfTime), maxRunMs)
  }
  const onExit = () => reject(new Error('The thread for old rules ended'))
  worker.on('message', onMessage).once('error', reject).once('exit', onExit)
  worker.postMessage(call)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}
