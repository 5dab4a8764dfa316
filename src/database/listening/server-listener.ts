import { setTimeout as pause } from 'node:timers/promises'
import { exponentialBackoff, jitteredBackoff } from '../../platform/resilience/backoff.ts'
import { type ListeningConnection, PoolerBetween, openListeningConnection } from './listening-connection.ts'
import { type NotificationListener, createSubscriptions } from './notification-listener.ts'

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
