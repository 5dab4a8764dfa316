import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError } from 'pg'
import { DatabaseOutage, isOutage, isReadOnlyFault, isStorageFault } from '../../platform/database-fault.ts'
import { isBegin } from './clients.ts'

/** Between two tries to connect: a server that restarts refuses connections for a moment. */
const pauseMs = 250
/** A first try that took longer is not repeated: the caller has waited long enough. */
const maxFirstTryMs = 1000

/** A union may begin with a bracket. */
const reads = /^[\s(]*(select|with)\b/
const writes = /\b(insert|update|delete|merge)\b/

/** Whether a statement changes nothing. Some reads are taken for writes, such as those that lock rows. */
const isRead = (text: string): boolean => reads.test(text) && !writes.test(text)

interface SecondTryOptions {
  keepsReadOnly?: boolean
  explain?: (fault: Error) => Error
}

/**
 * Wraps a pool: connection errors become `DatabaseOutage`, and operations without effect (connect, begin, a read
 * outside a transaction) are retried once on a new connection. A connection to a server that is read-only is closed, since
 * its address may lead to the new primary by now; with `keepsReadOnly` it stays in the pool. `explain` may replace the
 * fault of a statement.
 */
export function withSecondTry(pool: PostgresPool, options: SecondTryOptions = {}): PostgresPool {
  const connections = createConnections(pool, options)
  return {
    options: pool.options,
    connect: async () => new Lease(await connections.take(), connections),
    end: () => pool.end(),
  }
}

interface Connections {
  take: () => Promise<PostgresPoolClient>
  /** Another one for a lost one, opened later: when one is lost, older ones may be lost too, and not know it yet. */
  replace: (lost: PostgresPoolClient) => Promise<PostgresPoolClient>
  /** Whether a connection must be closed after its statement, which may have failed. */
  isOver: (client: PostgresPoolClient, fault?: unknown) => boolean
  explain: (fault: Error) => Error
}

/** A younger connection that is read-only stays: while the database accepts no writes, each would open another one. */
const minReadOnlyMs = 1000

function createConnections(
  pool: PostgresPool,
  { keepsReadOnly = false, explain = (fault) => fault }: SecondTryOptions,
): Connections {
  const [openedAt, lostAt] = [createTimes(), createTimes()]
  const connect = async () => {
    try {
      const client = await pool.connect()
      openedAt(client)
      return client
    } catch (error) {
      throw toOutage(error as Error)
    }
  }
  const take = () => tryTwice(connect, () => pause(pauseMs).then(connect))
  const takeNewer = async (time: number): Promise<PostgresPoolClient> => {
    const client = await take()
    if (openedAt(client) > time) return client
    discard(client)
    return takeNewer(time)
  }
  const replace = (lost: PostgresPoolClient) => {
    discard(lost)
    return takeNewer(lostAt(lost)) // of those who share it, the first one noticed
  }
  // A session keeps the read-only default that it began with, also when the database accepts writes again.
  const isOver = (client: PostgresPoolClient, fault?: unknown) =>
    !keepsReadOnly &&
    (isReadOnlyFault(fault) || ('isStandby' in client && client.isStandby === true)) &&
    performance.now() - openedAt(client) > minReadOnlyMs
  return { take, replace, isOver, explain }
}

/** When each client was first seen. */
function createTimes() {
  const times = new WeakMap<PostgresPoolClient, number>()
  return (client: PostgresPoolClient): number => {
    const time = times.get(client) ?? performance.now()
    times.set(client, time)
    return time
  }
}

/** A client of the pool until its release; after a second try, another one. */
class Lease {
  #client: PostgresPoolClient | undefined
  #connections: Connections
  #isInTransaction = false
  #isOver = false

  constructor(client: PostgresPoolClient, connections: Connections) {
    this.#client = client
    this.#connections = connections
  }

  // Kysely's type has a second way of calling, with a cursor, for streams. Nothing streams; `never` fits both ways.
  query(given: unknown, values: readonly unknown[] = []): never {
    const text = String(given)
    const send = () => this.#send(text, values)
    if (this.#isInTransaction) {
      this.#isInTransaction = text !== 'commit' && text !== 'rollback'
      return send() as never
    }
    this.#isInTransaction = isBegin(text)
    return tryTwice(send, (fault) => this.#sendAgain(text, send, fault)) as never
  }

  release(isBroken?: boolean): void {
    const client = this.#client
    client?.release(isBroken || this.#isOver || this.#connections.isOver(client))
    this.#client = undefined
  }

  #send(text: string, values: readonly unknown[]): Promise<unknown> {
    const client = this.#client
    if (!client) return Promise.reject(new Error('The connection has been released'))
    return client.query(text, values).catch((error: Error) => {
      this.#isOver ||= this.#connections.isOver(client, error)
      throw error instanceof DatabaseError || isUsable(client) ? this.#connections.explain(error) : toOutage(error)
    })
  }

  async #sendAgain(text: string, send: () => Promise<unknown>, fault: unknown): Promise<unknown> {
    const lost = this.#client
    if (!lost || !(isBegin(text) || isRead(text))) throw fault
    this.#client = undefined
    this.#client = await this.#connections.replace(lost)
    return send()
  }
}

async function tryTwice<T>(first: () => Promise<T>, second: (fault: unknown) => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await first()
  } catch (error) {
    if (!isOutage(error) || performance.now() - startedAt > maxFirstTryMs) throw error
    return second(error)
  }
}

/** The pool closes it, and opens another one when needed. */
const discard = (client: PostgresPoolClient): void => client.release(true)

/** A fault that has a meaning of its own stays as it is. */
const toOutage = (error: Error): Error =>
  isStorageFault(error) || error instanceof DatabaseOutage ? error : new DatabaseOutage(error)

/** Whether the connection works. `pg`'s own pool reads the same fields, which are unknown to the types. */
function isUsable(client: PostgresPoolClient): boolean {
  const { _queryable, _ending } = client as unknown as { _queryable: boolean; _ending: boolean }
  return _queryable && !_ending
}
