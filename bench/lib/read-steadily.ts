import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface SteadyLoad {
  url: string
  /** Read one after another. */
  paths: string[]
  perSecond: number
  /** Whether each read opens a connection of its own. */
  connections: 'kept' | 'new'
}

export interface SteadyReading {
  /** Ends it; tells the latencies in milliseconds. */
  stop: () => Promise<number[]>
}

/** Reads from a thread of its own, so that the stand-ins' work doesn't count as the service's. */
export function readSteadily(opened: AsyncDisposableStack, load: SteadyLoad): SteadyReading {
  const worker = new Worker(new URL('steady-reader.ts', import.meta.url), { workerData: load })
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
