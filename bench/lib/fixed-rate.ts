import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Agent } from 'undici'
import { freshCaller } from './fresh-caller.ts'

const maxConnections = 64

export interface Load {
  url: string
  /** Requested in turn. */
  paths: string[]
  /** JSON that is posted to the path of the same place; without any, the paths are read. */
  bodies?: string[]
  perSecond: number
  seconds: number
}

/**
 * Gets paths, or posts to them, at a fixed rate, whether earlier responses are there or not. The latencies, in milliseconds, count from when
 * each request was due: a response that makes others wait is counted with their waiting. The requests come from a thread
 * with a small heap: collecting the garbage of a benchmark with much data takes both cores for 20 to 60 ms.
 */
export async function getAtFixedRate(load: Load): Promise<number[]> {
  const worker = new Worker(new URL('fixed-rate-reader.ts', import.meta.url), { workerData: load })
  const [latencies] = (await once(worker, 'message')) as [number[]]
  return latencies
}

/** The same, from this thread and over connections that stay open. */
export async function sendAtFixedRate(
  { url, paths, bodies, perSecond, seconds }: Load,
  agent: Agent,
): Promise<number[]> {
  const startedAt = performance.now() + 10
  const toDueAt = (n: number) => startedAt + (n * 1000) / perSecond
  const fetchDue = async (n: number) => {
    const dueAt = toDueAt(n)
    const path = paths[n % paths.length] ?? '/'
    const posted = bodies?.[n % bodies.length]
    const { statusCode, body } = await agent.request({
      origin: url,
      path,
      ...(posted === undefined ? { method: 'GET' } : { method: 'POST', body: posted }),
      headers: { ...freshCaller(), ...(posted !== undefined && { 'content-type': 'application/json' }) },
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`)
    return performance.now() - dueAt
  }
  const sent: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await delay(Math.max(0, toDueAt(n) - performance.now()))
    sent.push(fetchDue(n))
  }
  return Promise.all(sent)
}

/** As those of a proxy, the connections stay open: while the service is busy, it accepts few new ones. */
export async function openConnections(url: string): Promise<Agent> {
  const agent = new Agent({ connections: maxConnections })
  const open = async () => (await agent.request({ origin: url, path: '/health', method: 'GET' })).body.dump()
  await Promise.all(Array.from({ length: maxConnections }, open))
  return agent
}
