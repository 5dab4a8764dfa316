import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { type Client, currentClient } from '../../platform/network/request-client.ts'
import { QueueRefused } from '../../platform/queues/admission-queue.ts'
import { createCoalesce } from '../../platform/caching/coalesce.ts'
import { type KeyUse, isHeld } from './idempotency-store.ts'

export interface KeyWaits {
  /** Resolves when the key may have its record or may be free. Throws `QueueRefused` if too many requests wait. */
  wait: (use: KeyUse, signal: AbortSignal) => Promise<void>
  /** Runs the work of the key's holder, and wakes the requests of this process that wait for it. */
  hold: <T>(use: KeyUse, work: () => Promise<T>) => Promise<T>
}

/** As many as may wait in a queue (D82). */
const maxWaiting = 1024
const maxWaitingPerNetwork = 64
/** A key holder may have four times as much as a network (D82). */
const keyHolderShares = 4
/** A holder in another process wakes nobody here, so its key is polled. */
const poll = { minMs: 250, maxMs: 1000 }

/** All requests that wait for one key share one poll of the database. */
export function createKeyWaits({ db, clock }: Pick<Deps, 'db' | 'clock'>): KeyWaits {
  const coalesce = createCoalesce<void>()
  const wakeups = new Map<string, AbortController>()
  const takePermit = createPermits()

  const untilFree = async (use: KeyUse, wakeup: AbortController, signal: AbortSignal): Promise<void> => {
    for (let delayMs = poll.minMs; ; delayMs = Math.min(2 * delayMs, poll.maxMs)) {
      await pause(delayMs, undefined, { signal: AbortSignal.any([signal, wakeup.signal]) }).catch(() => {})
      signal.throwIfAborted()
      if (wakeup.signal.aborted || !(await isHeld(db, use, clock.now()))) return
    }
  }
  const untilWoken = async (use: KeyUse, signal: AbortSignal): Promise<void> => {
    const [name, wakeup] = [toName(use), new AbortController()]
    wakeups.set(name, wakeup)
    try {
      await untilFree(use, wakeup, signal)
    } finally {
      if (wakeups.get(name) === wakeup) wakeups.delete(name)
    }
  }
  return {
    wait: async (use, signal) => {
      const leave = takePermit(currentClient())
      try {
        await coalesce(toName(use), (cancelled) => untilWoken(use, cancelled), signal)
      } finally {
        leave()
      }
    },
    hold: async (use, work) => {
      try {
        return await work()
      } finally {
        wakeups.get(toName(use))?.abort()
      }
    },
  }
}

const toName = ({ scope, key }: KeyUse) => JSON.stringify([scope, key])

/** Counts the requests that wait, of each client network and in all. */
function createPermits() {
  const taken = new Map<string, number>()
  let total = 0
  const add = (network: string, change: number) => {
    const count = (taken.get(network) ?? 0) + change
    if (count > 0) taken.set(network, count)
    else taken.delete(network)
    total += change
  }
  return ({ network, isKeyHolder }: Client = { network: 'own work', site: null }) => {
    const most = maxWaitingPerNetwork * (isKeyHolder ? keyHolderShares : 1)
    if (total >= maxWaiting || (taken.get(network) ?? 0) >= most) throw new QueueRefused('full', 5)
    add(network, 1)
    return () => add(network, -1)
  }
}
