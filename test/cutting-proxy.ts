import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { TestContext } from 'node:test'

export interface CuttingProxy {
  /** The database's URL by way of this. */
  url: string
  /** How many connections were cut in a commit or another statement: before it arrived, or before its answer did. */
  cuts: () => number
  /** For so long all connections end, and new ones are refused, as when a server restarts. */
  restart: (forMs: number) => Promise<void>
  /** From now on nothing is cut any more. */
  heal: () => void
}

/** A proxy before a database that cuts a share of all statements off, and more of the commits. Gone after the test. */
export async function startCuttingProxy(
  t: Pick<TestContext, 'after'>,
  target: string,
  shares: { commits: number; others: number },
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let [isAway, isWell, cuts] = [false, false, 0]
  const isToBeCut = (chunk: Buffer) => {
    if (isWell) return false
    return Math.random() < (chunk.includes('commit') ? shares.commits : shares.others)
  }
  /** Half of the statements are still done, and nobody hears of it. */
  const cut = (client: Socket, upstream: Socket, chunk: Buffer) => {
    cuts++
    client.destroy()
    if (Math.random() < 0.5) upstream.destroy()
    else upstream.write(chunk, () => setTimeout(() => upstream.destroy(), 50))
  }
  const server = createServer((client) => {
    if (isAway) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port || 5432), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    let isCut = false
    client.on('data', (chunk) => {
      if (isCut) return
      isCut = isToBeCut(chunk)
      if (isCut) cut(client, upstream, chunk)
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => client.write(chunk))
    client.on('close', () => sockets.delete(client) && !isCut && upstream.destroy())
    upstream.on('close', () => sockets.delete(upstream) && client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  t.after(() => {
    server.close()
    endAll()
  })
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href
  const restart = async (forMs: number) => {
    isAway = true
    endAll()
    await new Promise((resolve) => setTimeout(resolve, forMs))
    isAway = false
  }
  return { url, cuts: () => cuts, restart, heal: () => void (isWell = true) }
}
