import autocannon, { type Client } from 'autocannon'
import { freshCaller } from './fresh-caller.ts'

const connections = 64

/** Gets every path once over 64 connections; returns how many a second were answered, which all must be. */
export async function readAll(url: string, paths: string[], keys: string[] = []): Promise<number> {
  const share = Math.floor(paths.length / connections)
  let next = 0
  const setupClient = (client: Client) => {
    const some = paths.slice(next, (next += share))
    client.setRequests(some.map((path, n) => ({ path, headers: toHeaders(keys, n) })))
  }
  const amount = share * connections
  const run = autocannon({ url, connections, amount, sampleInt: 50, setupClient })
  let [startedAt, endedAt] = [0, 0]
  run.on('start', () => (startedAt = performance.now()))
  run.on('response', () => (endedAt = performance.now()))
  const result = await run
  if (result['2xx'] !== amount) throw new Error(`${url} answered ${result['2xx']} of ${amount} requests`)
  return (amount * 1000) / (endedAt - startedAt)
}

/** Of request `n`: from an address of its own, and with one of the keys, where there are any. */
export function toHeaders(keys: string[], n: number): Record<string, string> {
  const key = keys[n % keys.length]
  return { ...freshCaller(), ...(key && { authorization: `Bearer ${key}` }) }
}
