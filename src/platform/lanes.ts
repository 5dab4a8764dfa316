import type pg from 'pg'

interface Waiting {
  go: () => void
}

/** What Kysely asks of a pool. */
export interface Lane {
  options: object
  connect: () => Promise<pg.PoolClient>
  end: () => Promise<void>
}

/** So many of the quick lane go before one of the slow. */
const quickTurns = 8

/**
 * Two lanes to a pool of one connection: who waits in the quick one goes first, without stopping the other.
 * Who waits longer than `timeoutMs` is refused: inside a transaction, a query past it waits for itself.
 */
export function openLanes(pool: pg.Pool, timeoutMs: number): { quick: Lane; slow: Lane } {
  const queues = { quick: [] as Waiting[], slow: [] as Waiting[] }
  let isTaken = false
  let turns = 0

  function pass(): void {
    const isQuick = queues.quick.length > 0 && (turns < quickTurns || queues.slow.length === 0)
    turns = isQuick ? turns + 1 : 0
    const next = queues[isQuick ? 'quick' : 'slow'].shift()
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

  function openLane(queue: Waiting[]): Lane {
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

  return { quick: openLane(queues.quick), slow: openLane(queues.slow) }
}
