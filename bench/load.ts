import autocannon, { type Client } from 'autocannon'

const connections = 64

/** Gets every path once over 64 connections; returns how many a second were answered. All must be. */
export async function readAll(url: string, paths: string[]): Promise<number> {
  const share = Math.floor(paths.length / connections)
  let next = 0
  const setupClient = (client: Client) => {
    client.setRequests(paths.slice(next, (next += share)).map((path) => ({ path })))
  }
  const run = autocannon({ url, connections, amount: share * connections, sampleInt: 50, setupClient })
  let [startedAt, endedAt] = [0, 0]
  run.on('start', () => (startedAt = performance.now()))
  run.on('response', () => (endedAt = performance.now()))
  const result = await run
  if (result['2xx'] !== share * connections) throw new Error(`${url} failed to answer: ${JSON.stringify(result)}`)
  return (share * connections * 1000) / (endedAt - startedAt)
}
