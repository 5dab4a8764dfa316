// A worker: gets one path after another at a fixed rate until it is told to stop, then tells the latencies.
import { parentPort, workerData } from 'node:worker_threads'
import { Agent } from 'undici'
import { getAtFixedRate, maxConnections } from './fixed-rate.ts'

const { url, paths, perSecond } = workerData as { url: string; paths: string[]; perSecond: number }

const stopped = new AbortController()
parentPort?.once('message', () => stopped.abort())

// As those of a proxy, the connections stay open: while the service is busy, it accepts few new ones.
const agent = new Agent({ connections: maxConnections })
const open = async () => (await agent.request({ origin: url, path: '/health', method: 'GET' })).body.dump()
await Promise.all(Array.from({ length: maxConnections }, open))

const latencies: number[] = []
for (let from = 0; !stopped.signal.aborted; from += perSecond) {
  const second = paths.slice(from, from + perSecond)
  if (second.length < perSecond) throw new Error('there are too few paths to read')
  latencies.push(...(await getAtFixedRate({ url, paths: second, perSecond, seconds: 1, agent })))
}
parentPort?.postMessage(latencies)
