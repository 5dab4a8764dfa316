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
