import type pg from 'pg'
import { currentClient } from '../../platform/request-client.ts'

interface Waiting {
  go: () => void
}

/** The connections of a pool at the moment. */
export interface PoolState {
  max: number
  /** Connected, idle or not. */
  open: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** The pool interface that Kysely needs. */
export interface PriorityPool {
  options: object
  connect: () => Promise<pg.PoolClient>
  end: () => Promise<void>
}

/** After this many callers of high priority, one of low priority goes first. */
const maxHighTurns = 8

/**
 * Shares a pool of one connection by priority: waiting callers of `high` go first, and callers of `low` have a turn now and
 * then. Among these, key holders and our own work take turns with callers without a key, so that a crowd of strangers holds
 * no key holder up (D82). A caller that waits longer than `timeoutMs` gets an error: a caller in a transaction that queries
 * outside it would otherwise wait for itself.
 */
export function createPriorityPools(
  pool: pg.Pool,
  timeoutMs: number,
): { high: PriorityPool; low: PriorityPool; state: () => PoolState } {
  const high = createLine()
  const low = createTwoLines()
  let isTaken = false
  let turns = 0

  function pass(): void {
    const isHigh = high.waiting() > 0 && (turns < maxHighTurns || low.waiting() === 0)
    turns = isHigh ? turns + 1 : 0
    const next = (isHigh ? high : low).take()
    isTaken = next !== undefined
    next?.go()
  }

  async function take(): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        pass()
      }
      return client
    } catch (error) {
      pass()
      throw error
    }
  }

  function createPool(line: Line): PriorityPool {
    const wait = () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiting = { go: resolve }
      const withdraw = line.add(waiting)
      const giveUp = () => {
        withdraw()
        reject(new Error('timeout exceeded when waiting for the connection'))
      }
      const timer = setTimeout(giveUp, timeoutMs)
      return promise.finally(() => clearTimeout(timer))
    }
    const connect = async () => {
      if (isTaken) await wait()
      isTaken = true
      return take()
    }
    return { options: {}, connect, end: async () => {} }
  }

  const state = () => ({
    max: 1,
    open: pool.totalCount,
    idle: isTaken ? 0 : pool.totalCount,
    waiting: high.waiting() + low.waiting(),
  })
  return { high: createPool(high), low: createPool(low), state }
}

interface Line {
  /** The returned function removes the caller again. */
  add: (waiting: Waiting) => () => void
  take: () => Waiting | undefined
  waiting: () => number
}

/** Callers in the order of their arrival. */
function createLine(): Line {
  const callers: Waiting[] = []
  return {
    add: (waiting) => {
      callers.push(waiting)
      return () => void callers.splice(callers.indexOf(waiting), 1)
    },
    take: () => callers.shift(),
    waiting: () => callers.length,
  }
}

/**
 * A line for key holders and our own work and one for everybody else, which take turns. Clients of one line don't: one with
 * many scorings in flight would wait beyond the timeout.
 */
function createTwoLines(): Line {
  const [known, others] = [createLine(), createLine()]
  let [next, afterNext] = [known, others]
  return {
    add: (waiting) => (isStranger() ? others : known).add(waiting),
    take: () => {
      const taken = next.take() ?? afterNext.take()
      ;[next, afterNext] = [afterNext, next]
      return taken
    },
    waiting: () => known.waiting() + others.waiting(),
  }
}

function isStranger(): boolean {
  const client = currentClient()
  return client !== undefined && !client.isKeyHolder
}
