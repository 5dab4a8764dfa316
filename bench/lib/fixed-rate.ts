import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { freshCaller } from './fresh-caller.ts'

export const maxConnections = 64

interface Load {
  url: string
  /** Asked for in turn. */
  paths: string[]
  perSecond: number
  seconds: number
  /** Open connections, which stay open; new ones by default. */
  agent?: Agent
}

/**
 * Gets paths at a fixed rate, whether earlier answers are there or not. The latencies, in milliseconds and sorted,
 * count from when each request was due: an answer that makes others wait is counted with their waiting.
 */
export async function getAtFixedRate({ url, paths, perSecond, seconds, agent: kept }: Load): Promise<number[]> {
  const agent = kept ?? new Agent({ connections: maxConnections })
  const startedAt = performance.now() + 10
  const fetchDue = async (n: number) => {
    const dueAt = startedAt + (n * 1000) / perSecond
    await delay(Math.max(0, dueAt - performance.now()))
    const path = paths[n % paths.length] ?? '/'
    const { statusCode, body } = await agent.request({ origin: url, path, method: 'GET', headers: freshCaller() })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    return performance.now() - dueAt
  }
  const latencies = await Promise.all(Array.from({ length: perSecond * seconds }, (_, n) => fetchDue(n)))
  if (!kept) await agent.close()
  return latencies.sort((a, b) => a - b)
}

/** The latency that `share` of all sorted ones don't exceed. */
export const computeQuantile = (sorted: number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
