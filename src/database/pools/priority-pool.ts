import type pg from 'pg'

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
 * then. A caller that waits longer than `timeoutMs` gets an error: a caller in a transaction that queries outside it would
 * otherwise wait for itself.
 */
export function createPriorityPools(
  pool: pg.Pool,
  timeoutMs: number,
): { high: PriorityPool; low: PriorityPool; state: () => PoolState } {
  const queues = { high: [] as Waiting[], low: [] as Waiting[] }
  let isTaken = false
  let turns = 0

  function pass(): void {
    const isHigh = queues.high.length > 0 && (turns < maxHighTurns || queues.low.length === 0)
    turns = isHigh ? turns + 1 : 0
    const next = queues[isHigh ? 'high' : 'low'].shift()
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

  function createPool(queue: Waiting[]): PriorityPool {
    const wait = () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiting = { go: resolve }
      queue.push(waiting)
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
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
    waiting: queues.high.length + queues.low.length,
  })
  return { high: createPool(queues.high), low: createPool(queues.low), state }
}
