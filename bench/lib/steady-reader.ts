// A worker: gets one path after another at a fixed rate until it is told to stop, then tells the latencies.
import { parentPort, workerData } from 'node:worker_threads'
import { Agent } from 'undici'
import { openConnections, sendAtFixedRate } from './fixed-rate.ts'
import type { SteadyLoad } from './read-steadily.ts'

const { url, paths, perSecond, connections } = workerData as SteadyLoad

const stopped = new AbortController()
parentPort?.once('message', () => stopped.abort())

const agent = connections === 'new' ? new Agent({ pipelining: 0 }) : await openConnections(url)
const latencies: number[] = []
for (let from = 0; !stopped.signal.aborted; from += perSecond) {
  const second = paths.slice(from, from + perSecond)
  if (second.length < perSecond) throw new Error('there are too few paths to read')
  latencies.push(...(await sendAtFixedRate({ url, paths: second, perSecond, seconds: 1 }, agent)))
}
parentPort?.postMessage(latencies)
