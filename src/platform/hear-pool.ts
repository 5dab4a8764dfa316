import type { ClientBase, Pool } from 'pg'
import type { Hear } from './listener.ts'

/** Hears NOTIFY on a pool's one connection, with the end of the transaction that it was part of. */
export function hearPool(pool: Pool): Hear {
  const ears = new Map<string, (payload: string) => void>()
  const listenAll = async (client: Pick<ClientBase, 'query'>) => {
    for (const channel of ears.keys()) await client.query(`listen ${channel}`)
  }
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload = '' }) => ears.get(channel)?.(payload))
  })
  // before anybody gets the connection that replaces a lost one
  pool.options.verify = (client, done) => {
    listenAll(client).then(() => done(), done)
  }
  return (channel, { onNotice, onGap }) => {
    ears.set(channel, onNotice)
    const listening = pool.query(`listen ${channel}`).then(onGap, () => {})
    const close = async () => {
      ears.delete(channel)
      await listening
    }
    return { heardUntil: () => Infinity, close }
  }
}
