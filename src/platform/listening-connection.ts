import type { Socket } from 'node:net'
import { Client } from 'pg'

export interface ListeningConnection {
  notify: (channel: string, payload: string) => void
  /** Ends it at once, without a farewell, for which a dead connection would keep us waiting. */
  drop: () => void
}

interface Options {
  url: string
  channels: string[]
  onNotice: (channel: string, payload: string) => void
  /** Called once, when the connection is gone. */
  onEnd: () => void
}

/** A connection to PostgreSQL that hears what is notified on some channels; rejects when there is none to be had. */
export async function openListeningConnection(options: Options): Promise<ListeningConnection> {
  const { url, channels, onNotice, onEnd } = options
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'launchscore notices',
  })
  client.on('error', () => {}) // the end follows
  client.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload))
  const drop = () => {
    void client.end().catch(() => {})
    socketOf(client).destroy()
  }
  try {
    await client.connect()
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
  } catch (error) {
    drop()
    throw error
  }
  client.once('end', onEnd)
  const notify = (channel: string, payload: string) =>
    void client.query('select pg_notify($1, $2)', [channel, payload]).catch(drop)
  return { notify, drop }
}

/** There at run time, unknown to the types. */
const socketOf = (client: Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream
