// A worker: gets paths at a fixed rate for some seconds, then tells the latencies.
import { parentPort, workerData } from 'node:worker_threads'
import { type Load, openConnections, sendAtFixedRate } from './fixed-rate.ts'

const load = workerData as Load
const agent = await openConnections(load.url)
parentPort?.postMessage(await sendAtFixedRate(load, agent))
await agent.close()
