import { setTimeout as pause } from 'node:timers/promises'
import { type ListeningConnection, openListeningConnection } from './listening-connection.ts'

interface Ears {
  onNotice: (payload: string) => void
  /** Notices may have been missed. */
  onGap: () => void
}

export interface Listener {
  /** Until when, by `elapsedMs`, everything that was notified has been heard. Keeps itself current while it is asked. */
  heardUntil: () => number
  close: () => Promise<void>
}

/** Listens to what is notified on a channel. */
export type Hear = (channel: string, ears: Ears) => Listener

/** Where nobody else changes anything there is nothing to be heard. */
export const hearNobody: Hear = () => ({ heardUntil: () => Infinity, close: () => Promise.resolve() })

/** Others change things, unheard. */
export const hearNothing: Hear = () => ({ heardUntil: () => -Infinity, close: () => Promise.resolve() })

interface ServerOptions {
  url: string
  elapsedMs: () => number
  /** Of this listener alone. */
  id: string
  onChange: (state: 'listening' | 'deaf') => void
}

/** How often a listener that is asked makes sure that it still hears. */
const beatEveryMs = 300
/** A note to itself that takes longer never comes. */
const beatWithinMs = 2000
const pausesMs = [100, 500, 2000]

/**
 * Hears PostgreSQL's NOTIFY over a connection of its own, which is opened again whenever it is lost. That it hears is proved
 * by notes to itself, which come in turn among all others: a connection can be dead without a sign, and a pooler may take a
 * LISTEN and hand on nothing.
 */
export const hearServer =
  ({ url, elapsedMs, id, onChange }: ServerOptions): Hear =>
  (channel, { onNotice, onGap }) => {
    const ownChannel = `launchscore_beat_${id.replaceAll('-', '')}`
    const stopped = new AbortController()
    let connection: ListeningConnection | undefined
    let [heard, beatAt] = [-Infinity, -Infinity]
    let deadline: NodeJS.Timeout | undefined
    let state: 'listening' | 'deaf' = 'listening'

    const enter = (next: typeof state) => {
      if (state !== next) onChange(next)
      state = next
    }
    const beat = ({ notify, drop }: ListeningConnection) => {
      beatAt = elapsedMs()
      deadline = setTimeout(drop, beatWithinMs).unref()
      notify(ownChannel, String(beatAt))
    }
    const endBeat = () => {
      clearTimeout(deadline)
      deadline = undefined
    }
    const take = (from: string, payload: string) => {
      if (from === channel) return onNotice(payload)
      heard = Number(payload)
      endBeat()
      enter('listening')
    }
    /** Until the connection is lost; whether anything was heard over it. */
    const listen = async () => {
      const [since, ended] = [elapsedMs(), Promise.withResolvers<void>()]
      const channels = [channel, ownChannel]
      connection = await openListeningConnection({ url, channels, onNotice: take, onEnd: ended.resolve })
      if (stopped.signal.aborted) connection.drop()
      onGap()
      beat(connection)
      await ended.promise
      return heard > since
    }
    const onLost = () => {
      connection = undefined
      endBeat()
      enter('deaf')
    }
    let listening: Promise<void> | undefined // from the first question on
    return {
      heardUntil: () => {
        listening ??= untilStopped(stopped.signal, listen, onLost)
        if (connection && !deadline && elapsedMs() - beatAt > beatEveryMs) beat(connection)
        return heard
      },
      close: () => {
        stopped.abort()
        connection?.drop()
        return listening ?? Promise.resolve()
      },
    }
  }

/** Runs `work` again and again, with pauses that grow as long as it comes to nothing. */
async function untilStopped(stopped: AbortSignal, work: () => Promise<boolean>, onEnd: () => void): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures += 1) {
    if (await work().catch(() => false)) failures = 0
    if (stopped.aborted) return
    onEnd()
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)]
    await pause(pauseMs, undefined, { signal: stopped, ref: false }).catch(() => {}) // cut short by the stop
  }
}
