import { parentPort, workerData } from 'node:worker_threads'
import { freshAddress } from '../world/fresh-address.ts'
import { score } from './target.ts'

const { url, imagesUrl, count } = workerData as { url: string; imagesUrl: string; count: number } // as startStrangers sends it
const over = new AbortController()
let made = 0
parentPort?.once('message', () => over.abort())

async function scoreUntilStopped(): Promise<void> {
  while (!over.signal.aborted) {
    const { status } = await score({ url, imagesUrl }, freshAddress())
    if (status === 201) made += 1
  }
}
await Promise.all(Array.from({ length: count }, scoreUntilStopped))
parentPort?.postMessage(made)
