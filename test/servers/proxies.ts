import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { TestContext } from 'node:test'

/** Stands between a client and a server, and can fail as networks do. */
export interface TcpProxy {
  /** The given URL, by way of this. */
  url: string
  /** Ends all connections and refuses new ones. */
  cut: () => void
  /** Lets nothing pass any more, without a sign to either side. */
  stall: () => void
  /** All is well again. */
  mend: () => void
  /** New connections lead to another server, as those of a DNS name do after a change. */
  leadTo: (target: string) => void
  /** Ends all connections too, as an address does that moves after a failover. */
  moveTo: (target: string) => void
}

export async function openTcpProxy(t: Pick<TestContext, 'after'>, target: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'well' | 'cut' | 'stalled' = 'well'
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => void (state === 'well' && to.write(chunk)))
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    join(client, upstream)
    join(upstream, client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  t.after(() => {
    endAll()
    server.close()
  })
  const own = Object.assign(new URL(target), { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const enter = (next: typeof state) => () => {
    state = next
    if (next !== 'stalled') endAll() // the data that was held back is lost: a waiting client must start again
  }
  const leadTo = (next: string) => void ({ hostname, port } = new URL(next))
  const moveTo = (next: string) => {
    leadTo(next)
    endAll()
  }
  return { url: own.href, cut: enter('cut'), stall: enter('stalled'), mend: enter('well'), leadTo, moveTo }
}

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

export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string
  /** From now on connections are accepted and nothing passes, either way. */
  hang: () => void
  /** Lets waiting and new traffic pass. */
  resume: () => void
}

/** A TCP proxy in front of the database at `target`, gone after the test. */
export async function startDatabaseProxy(t: Pick<TestContext, 'after'>, target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk)).on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isHanging) from.pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href
  const hang = () => {
    isHanging = true
    for (const socket of sockets) socket.pause()
  }
  const resume = () => {
    isHanging = false
    for (const socket of sockets) socket.resume()
  }
  return { url, hang, resume }
}

/**
 * A database that lets everybody in when `admit` resolves, and then says nothing more. When it rejects, the connection ends.
 * Gone after the test; its URL.
 */
export async function startMuteDatabase(
  t: Pick<TestContext, 'after'>,
  admit: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const respond = () =>
      admit().then(
        () => socket.write(Buffer.concat([welcome, ready])),
        () => socket.destroy(),
      )
    socket.on('error', () => {}).once('data', () => void respond())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/test`
}

const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]) // AuthenticationOk
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]) // ReadyForQuery, idle
