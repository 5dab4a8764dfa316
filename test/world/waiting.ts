import { type TestContext, mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { timeoutTimer } from '../../src/platform/resilience/timeouts.ts'

/**
 * Calls `close` after the test, and then drops it. The runner keeps the hooks of all tests to the end, and with them all that
 * they refer to: 4 MB for each service.
 */
export function closeAfter(t: Pick<TestContext, 'after'>, close: () => unknown): void {
  let pending: (() => unknown) | null = close
  t.after(async () => {
    const run = pending
    pending = null
    await run?.()
  })
}

/** A signal that never aborts. */
export const never = new AbortController().signal

/** A clock that moves only by hand. Move it while no dispatch is claiming: a claim reads it. */
export function handClock(start: string) {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    moveTo: (time: string) => void (now = new Date(time)),
    move: (ms: number) => void (now = new Date(now.getTime() + ms)),
  }
}

/** Polls until a condition holds. Fails after a while, so that a broken test does not hang. */
export async function until(holds: () => boolean | Promise<boolean>, maxMs = 120_000): Promise<void> {
  const deadline = performance.now() + maxMs
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`The condition does not hold after ${maxMs} ms: ${holds.toString()}`)
    await pause(5)
  }
}

/** Resolves when at least this many statements of other connections wait for a lock. */
export const untilLocked = (db: Db, statements = 1): Promise<void> =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= statements
  }, 10_000)

export interface Deadlines {
  /** Moves the clock: the deadlines that are due abort as those of `AbortSignal.timeout` do. */
  pass: (ms: number) => void
  /** The number of deadlines of this length that have not passed. */
  held: (ms: number) => number
  /**
   * Waits for `work` on a peer that never answers. Each time the peer has got another request, as `countRequests` says, the
   * clock moves by `ms`, so that a retry gets its turn.
   */
  outwait: <T>(work: Promise<T>, countRequests: () => number, ms: number) => Promise<T>
}

/**
 * Replaces the timers of `AbortSignal.timeout` and `openTimeout` until the test ends: a deadline passes when the test says so,
 * and never because the machine is busy.
 */
export function holdDeadlines(t: Pick<TestContext, 'after'>): Deadlines {
  const pending = new Set<{ at: number; ms: number; expire: () => void }>()
  let now = 0
  const hold = (ms: number, expire: () => void) => {
    const one = { at: now + ms, ms, expire }
    pending.add(one)
    return () => void pending.delete(one)
  }
  const signals = mock.method(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController()
    hold(ms, () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')))
    return controller.signal
  })
  const timers = mock.method(timeoutTimer, 'start', hold)
  t.after(() => {
    signals.mock.restore()
    timers.mock.restore()
  })
  const pass = (ms: number) => {
    now += ms
    for (const one of pending) {
      if (one.at > now) continue
      pending.delete(one)
      one.expire()
    }
  }
  const outwait = async <T>(work: Promise<T>, countRequests: () => number, ms: number): Promise<T> => {
    const settled = Symbol('settled')
    const settling = work.then(
      () => settled,
      () => settled,
    )
    for (let passed = 0; (await Promise.race([settling, pause(1)])) !== settled;) {
      if (countRequests() === passed) continue
      passed = countRequests()
      pass(ms)
    }
    return work
  }
  const held = (ms: number) => [...pending].filter((one) => one.ms === ms).length
  return { pass, held, outwait }
}
