import { Worker } from 'node:worker_threads'
import type { Scope } from './scope.ts'
import type { Target } from './target.ts'

/** Keeps `count` strangers scoring from a thread of their own; `stop` resolves to the number of scores they got. */
export function startStrangers(scope: Scope, { url, imagesUrl }: Target, count: number) {
  const workerData = { url, imagesUrl, count }
  const worker = new Worker(new URL('./strangers-worker.ts', import.meta.url), { workerData })
  scope.after(() => worker.terminate().then(() => {}))
  return {
    stop: () =>
      new Promise<number>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}
