import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that is free on `host` now: the wanted one, or any when that is taken or 0. */
export const freePort = async (host: string, wanted: number): Promise<number> =>
  (await listenOnce(host, wanted)) ?? (await listenOnce(host, 0)) ?? wanted

/** The port that was listened on, and is free again; null: it is taken. */
async function listenOnce(host: string, port: number): Promise<number | null> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // it listens on TCP
  } catch {
    return null
  } finally {
    server.close()
  }
}
