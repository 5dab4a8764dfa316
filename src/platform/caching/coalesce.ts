import { untilAborted } from '../resilience/until-aborted.ts'

interface Run<T> {
  result: Promise<T>
  waiting: number
  cancel: AbortController
}

type Coalesce<T> = (key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Concurrent callers for a key share one run. A caller whose signal aborts leaves at once; the run is cancelled when
 * the last caller has left.
 */
export function createCoalesce<T>(): Coalesce<T> {
  const runs = new Map<string, Run<T>>()

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Run<T> => {
    const cancel = new AbortController()
    const run = { result: start(cancel.signal), waiting: 0, cancel }
    runs.set(key, run)
    const end = () => forget(key, run)
    run.result.then(end, end)
    return run
  }
  // After a cancelled run, the next caller starts another at once, even before the first has ended.
  const forget = (key: string, run: Run<T>) => {
    if (runs.get(key) === run) runs.delete(key)
  }

  return async (key, start, signal) => {
    signal.throwIfAborted()
    const run = runs.get(key) ?? begin(key, start)
    run.waiting += 1
    try {
      return await untilAborted(signal, () => run.result)
    } finally {
      run.waiting -= 1
      if (run.waiting === 0 && signal.aborted) {
        forget(key, run)
        run.cancel.abort(signal.reason)
      }
    }
  }
}
