import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Load {
  url: string
  /** No score is read twice. */
  ids: string[]
  perSecond: number
}

export interface SteadyReading {
  /** Ends it; tells the latencies in milliseconds. */
  stop: () => Promise<number[]>
}

/** Reads scores from a thread of its own, so that the stand-ins' work doesn't count as the service's. */
export function readSteadily(opened: AsyncDisposableStack, { url, ids, perSecond }: Load): SteadyReading {
  const paths = ids.map((id) => `/v1/score/${id}`)
  const worker = new Worker(new URL('steady-reader.ts', import.meta.url), { workerData: { url, paths, perSecond } })
  opened.defer(() => worker.terminate().then(() => {}))
  const told = once(worker, 'message')
  told.catch(() => {}) // told by `stop`
  return {
    stop: async () => {
      worker.postMessage('stop')
      const [latencies] = (await told) as [number[]]
      return latencies
    },
  }
}
