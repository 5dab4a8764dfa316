// A worker: asks for one score after another at a steady pace, until it is told to stop; then tells the latencies.
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'

const { url, ids, everyMs } = workerData as { url: string; ids: string[]; everyMs: number }
const pool = new Pool(url, { connections: 64 })
const reads: Promise<number>[] = []

async function read(id: string): Promise<number> {
  const since = performance.now()
  const { statusCode, body } = await pool.request({ method: 'GET', path: `/v1/score/${id}` })
  await body.text()
  if (statusCode !== 200) throw new Error(`score ${id}: ${statusCode}`)
  return performance.now() - since
}

const timer = setInterval(() => {
  const id = ids[reads.length]
  if (id) reads.push(read(id))
}, everyMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  void Promise.all(reads).then((latencies) => {
    parentPort?.postMessage(latencies)
    return pool.close()
  })
})
