import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { freshAddress } from '../world/fresh-address.ts'

const { url } = workerData as { url: string } // as startProbe sends it
const maxMs = 5000
const taken: number[] = []
const stopped = new AbortController()
parentPort?.once('message', () => stopped.abort())

while (!stopped.signal.aborted) {
  const since = performance.now()
  const headers = { 'x-forwarded-for': freshAddress() }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(maxMs) }).catch(() => undefined)
  await response?.arrayBuffer()
  taken.push(response?.ok ? performance.now() - since : maxMs)
  await pause(10)
}
parentPort?.postMessage(taken)
