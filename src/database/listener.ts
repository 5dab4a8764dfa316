import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientBase, type Pool } from 'pg'
import { toConnectionString } from '../platform/database-servers.ts'
import { exponentialBackoff, jitteredBackoff } from '../platform/resilience/backoff.ts'
import { getSessionId } from './internal/clients.ts'

interface NotificationHandlers {
  onNotification: (payload: string) => void
  /** Notifications may have been missed. */
  onGap: () => void
}

/**
 * Receives PostgreSQL notifications (LISTEN). There is one for each process. `pg-listen` opens a socket of its own, which the
 * embedded database does not have, and notices neither a dead connection within a second nor a connection pooler.
 */
export interface NotificationListener {
  /** Calls the handlers until the returned function is called. Only before the first call of `currentUntil`. */
  subscribe: (channel: string, handlers: NotificationHandlers) => () => void
  /**
   * All notifications sent before this time, by `elapsedMs`, have been handled. The first call opens the connection, and
   * later calls check it.
   */
  currentUntil: () => number
  close: () => Promise<void>
}

/** For a database that other processes may change without a notification: nothing read earlier is current. */
export const neverCurrentListener: NotificationListener = {
  subscribe: () => () => {},
  currentUntil: () => -Infinity,
  close: () => Promise.resolve(),
}

/** The handlers of each channel. */
interface Subscriptions {
  /** Returns whether it is the channel's first. */
  add: (channel: string, handlers: NotificationHandlers) => boolean
  remove: (channel: string, handlers: NotificationHandlers) => void
  channels: () => string[]
  notify: (channel: string, payload: string) => void
  /** Tells the handlers of a channel, or of all channels, of a gap. */
  reportGap: (channel?: string) => void
}

function createSubscriptions(): Subscriptions {
  const byChannel = new Map<string, Set<NotificationHandlers>>()
  const list = (channel: string) => [...(byChannel.get(channel) ?? [])]
  return {
    add: (channel, handlers) => {
      const isFirst = !byChannel.has(channel)
      byChannel.set(channel, new Set([...list(channel), handlers]))
      return isFirst
    },
    remove: (channel, handlers) => void byChannel.get(channel)?.delete(handlers),
    channels: () => [...byChannel.keys()],
    notify: (channel, payload) => list(channel).forEach(({ onNotification }) => onNotification(payload)),
    reportGap: (channel) => {
      const channels = channel === undefined ? [...byChannel.keys()] : [channel]
      channels.flatMap(list).forEach(({ onGap }) => onGap())
    },
  }
}

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

/** `pooled`: the URL leads to a connection pooler, and the listener has given up. */
export type ListenerState = 'listening' | 'disconnected' | 'pooled'

interface ServerOptions {
  url: string
  elapsedMs: () => number
  /** Unique to this process: names the channel of its probes. */
  id: string
  onChange: (state: ListenerState) => void
}

/** How often a listener in use probes its connection. */
const probeEveryMs = 300
/** The connection is dropped if a probe takes longer. */
const maxProbeMs = 2000
const reconnectBackoff = jitteredBackoff(exponentialBackoff({ firstMs: 100, factor: 5, maxMs: 2000 }), Math.random)

/**
 * Listens on a connection of its own, and connects again when it is lost. Probes, which are notifications that it sends to
 * itself, prove that the connection works: a connection can die without a sign. A probe arrives after all notifications
 * that were sent before it.
 */
export function createServerListener({ url, elapsedMs, id, onChange }: ServerOptions): NotificationListener {
  const probeChannel = `launchscore_beat_${id.replaceAll('-', '')}`
  const subscriptions = createSubscriptions()
  const stopped = new AbortController()
  let connection: ListeningConnection | undefined
  let currentUntil = -Infinity
  const probe = createProbe(probeChannel, elapsedMs)
  let running: Promise<void> | undefined // from the first call of `currentUntil` on

  const enter = onChanges(onChange)
  const onNotification = (channel: string, payload: string) => {
    if (channel !== probeChannel) return subscriptions.notify(channel, payload)
    currentUntil = Number(payload)
    probe.end()
    enter('listening')
  }
  const giveUp = ifPooler(() => {
    enter('pooled')
    stopped.abort()
  })
  /** Returns when the connection is lost: whether a probe arrived over it. */
  const listen = async () => {
    const [since, ended] = [elapsedMs(), Promise.withResolvers<void>()]
    const channels = [...subscriptions.channels(), probeChannel]
    connection = await openListeningConnection({ url, channels, onNotification, onEnd: ended.resolve }).catch(giveUp)
    if (stopped.signal.aborted) connection.drop()
    subscriptions.reportGap()
    probe.send(connection)
    await ended.promise
    return currentUntil > since
  }
  const onLost = () => {
    connection = undefined
    probe.end()
    enter('disconnected')
  }
  return {
    subscribe: (channel, handlers) => {
      if (running) throw new Error('Subscribe before the first call of currentUntil.')
      subscriptions.add(channel, handlers)
      return () => subscriptions.remove(channel, handlers)
    },
    currentUntil: () => {
      running ??= untilStopped(stopped.signal, listen, onLost)
      if (connection && probe.isDue()) probe.send(connection)
      return currentUntil
    },
    close: () => {
      stopped.abort()
      connection?.drop()
      return running ?? Promise.resolve()
    },
  }
}

/** Calls `report` with a state that differs from the one before. */
function onChanges(report: (state: ListenerState) => void): (state: ListenerState) => void {
  let state: ListenerState | undefined
  return (next) => {
    if (state !== next) report(next)
    state = next
  }
}

/** A handler of errors that passes them on. */
const ifPooler =
  (act: () => void) =>
  (error: unknown): never => {
    if (error instanceof PoolerBetween) act()
    throw error
  }

/** The probe in flight, and the time of the last one. */
function createProbe(channel: string, elapsedMs: () => number) {
  let sentAt = -Infinity
  let deadline: NodeJS.Timeout | undefined
  return {
    isDue: () => !deadline && elapsedMs() - sentAt > probeEveryMs,
    send: ({ notify, drop }: ListeningConnection) => {
      sentAt = elapsedMs()
      deadline = setTimeout(drop, maxProbeMs).unref()
      notify(channel, String(sentAt))
    },
    end: () => {
      clearTimeout(deadline)
      deadline = undefined
    },
  }
}

/** Runs `work` again and again, with pauses that grow while it fails. */
async function untilStopped(signal: AbortSignal, work: () => Promise<boolean>, onEnd: () => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (await work().catch(() => false)) failures = 0
    if (signal.aborted) return
    onEnd()
    await pause(reconnectBackoff(failures + 1) ?? 0, undefined, { signal, ref: false }).catch(() => {}) // cut short by the stop
  }
}

interface ListeningConnection {
  notify: (channel: string, payload: string) => void
  /** Closes the socket at once: a dead connection would not end in an orderly way. */
  drop: () => void
}

interface ConnectionOptions {
  url: string
  channels: string[]
  onNotification: (channel: string, payload: string) => void
  /** Called once, when the connection is gone. */
  onEnd: () => void
}

/** Behind a connection pooler notifications may be lost without a sign, even while some arrive. */
class PoolerBetween extends Error {}

/**
 * A connection to PostgreSQL that listens on some channels. Rejects if it can't be opened, and with `PoolerBetween` if it
 * does not lead to the server itself.
 */
async function openListeningConnection(options: ConnectionOptions): Promise<ListeningConnection> {
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
