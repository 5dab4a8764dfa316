import type { Socket } from 'node:net'
import { Client } from 'pg'
import { getSessionId } from '../server/server-client.ts'
import { toConnectionString } from '../../platform/network/database-servers.ts'

export interface ListeningConnection {
  notify: (channel: string, payload: string) => void
  /** Closes the socket at once: a dead connection would not end in an orderly way. */
  drop: () => void
}

interface Options {
  url: string
  channels: string[]
  onNotification: (channel: string, payload: string) => void
  /** Called once, when the connection is gone. */
  onEnd: () => void
}

/** Behind a connection pooler notifications may be lost without a sign, even while some arrive. */
export class PoolerBetween extends Error {}

/**
 * A connection to PostgreSQL that listens on some channels. Rejects if it can't be opened, and with `PoolerBetween` if it
 * does not lead to the server itself.
 */
export async function openListeningConnection(options: Options): Promise<ListeningConnection> {
  const { url, channels, onNotification, onEnd } = options
  const client = new Client({
    connectionString: toConnectionString(url),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'launchscore notices',
  })
  client.on('error', () => {}) // the end follows
  client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
  const drop = () => {
    void client.end().catch(() => {})
    getSocket(client).destroy()
  }
  try {
    await client.connect()
    if (!(await leadsToServer(client))) throw new PoolerBetween('The connection leads to a connection pooler')
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

async function leadsToServer(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]?.id === getSessionId(client)
}

/** There at run time, unknown to the types. */
const getSocket = (client: Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream
