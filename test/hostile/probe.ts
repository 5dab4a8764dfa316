import { Worker } from 'node:worker_threads'

/** Asks /health without a pause from a thread of its own; `stop` resolves to the milliseconds of each request. */
export function startProbe(url: string, path = '/health') {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: { url: url + path } })
  return {
    stop: () =>
      new Promise<number[]>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      }).finally(() => void worker.terminate()),
  }
}

/** The value that a share of the sorted values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
