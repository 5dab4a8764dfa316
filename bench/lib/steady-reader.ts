// A worker: gets one path after another at a fixed rate until it is told to stop, then tells the latencies.
import { parentPort, workerData } from 'node:worker_threads'
import { openConnections, sendAtFixedRate } from './fixed-rate.ts'

const { url, paths, perSecond } = workerData as { url: string; paths: string[]; perSecond: number }

const stopped = new AbortController()
parentPort?.once('message', () => stopped.abort())

const agent = await openConnections(url)
const latencies: number[] = []
for (let from = 0; !stopped.signal.aborted; from += perSecond) {
  const second = paths.slice(from, from + perSecond)
  if (second.length < perSecond) throw new Error('there are too few paths to read')
  latencies.push(...(await sendAtFixedRate({ url, paths: second, perSecond, seconds: 1 }, agent)))
}
parentPort?.postMessage(latencies)
