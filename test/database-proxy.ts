import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { TestContext } from 'node:test'

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

/** A database that lets everybody in and then says nothing more, gone after the test; its URL. */
export async function startMuteDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => socket.write(Buffer.concat([welcome, ready])))
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
