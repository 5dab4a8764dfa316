interface NotificationHandlers {
  onNotification: (payload: string) => void
  /** Notifications may have been missed. */
  onGap: () => void
}

/** Receives PostgreSQL notifications (LISTEN). There is one for each process. */
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

export function createSubscriptions(): Subscriptions {
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
