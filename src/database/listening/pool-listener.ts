import type { ClientBase, Pool } from 'pg'
import { type NotificationListener, createSubscriptions } from './notification-listener.ts'

/**
 * Listens on the one connection of the embedded database's pool. A notification arrives there at the end of the transaction
 * that sent it, so that everything read is current.
 */
export function createPoolListener(pool: Pool): NotificationListener {
  const subscriptions = createSubscriptions()
  const pending = new Set<Promise<void>>()
  const listenAll = async (client: Pick<ClientBase, 'query'>) => {
    for (const channel of subscriptions.channels()) await client.query(`listen ${channel}`)
  }
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload = '' }) => subscriptions.notify(channel, payload))
  })
  // before the connection that replaces a lost one is handed out
  pool.options.verify = (client, done) => {
    listenAll(client).then(() => done(), done)
  }
  const listen = (channel: string) => {
    const listening = pool.query(`listen ${channel}`).then(
      () => subscriptions.reportGap(channel),
      () => {},
    )
    pending.add(listening)
    void listening.then(() => pending.delete(listening))
  }
  return {
    subscribe: (channel, handlers) => {
      if (subscriptions.add(channel, handlers)) listen(channel)
      return () => subscriptions.remove(channel, handlers)
    },
    currentUntil: () => Infinity,
    close: async () => {
      await Promise.all(pending)
    },
  }
}
