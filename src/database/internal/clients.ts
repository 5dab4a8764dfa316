import { type Transaction, sql } from 'kysely'
import { Client, type QueryResult } from 'pg'

type Query = (first: unknown, values?: unknown, done?: unknown) => never

/**
 * Wraps `query` in our own promise. pg's closes over the previous query, so results stay reachable and minor garbage
 * collections take 15 ms instead of 1.
 */
class PlainClient extends Client {
  // `pg` overloads `query` nine ways; `never` fits all of them. Only (text, values), Kysely's way of calling, is changed.
  override query(first: unknown, values?: unknown, done?: unknown): never {
    const send = super.query.bind(this) as Query
    return typeof first === 'string' && done === undefined ? promised(send, first, values) : send(first, values, done)
  }
}

/**
 * Begins a statement whose best plan depends on how full its tables are at the moment: it goes unnamed, and is planned
 * each time.
 */
const unprepared = '/* unprepared */'

/** A client class that names every parameterised statement, so that each is parsed and planned once per connection. */
export function createPreparedClient() {
  const names = new Map<string, string>()

  /** Bounded: texts after the first 500 stay unnamed. */
  const getName = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= 500 || text.startsWith(unprepared)) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  return class PreparedClient extends Client {
    override query(first: unknown, values?: unknown, done?: unknown): never {
      const send = super.query.bind(this) as Query
      if (typeof first !== 'string' || done !== undefined) return send(first, values, done)
      const name = Array.isArray(values) && values.length > 0 ? getName(first) : undefined
      return promised(send, name === undefined ? first : { name, text: first }, values)
    }
  }
}

function promised(send: Query, statement: unknown, values: unknown): never {
  const response = new Promise((resolve, reject) => {
    send(statement, values, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
  })
  return response.catch(captureStack) as never
}

/** Points the stack at the caller and not at the socket, as `pg` does. */
function captureStack(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

/**
 * The server ends a transaction in which no statement has come for this long, because a process that is frozen, or gone
 * without a word, would hold its locks. A transaction waits for nothing but the database, so a busy process needs less.
 */
export const idleTransactionMs = 15_000

const begins = /^(begin|start transaction)\b/

/** Whether a statement begins a transaction. */
export const isBegin = (text: string): boolean => begins.test(text)

/** A client class whose transactions end when they are idle for `limitMs`. The setting is the transaction's: see `ServerClient`. */
export function endingIdle(Base: typeof Client, limitMs: number): typeof Client {
  return class extends Base {
    // `pg` overloads `query` nine ways; `never` fits all of them. Kysely begins with a text.
    override query(...given: unknown[]): never {
      const send = super.query.bind(this) as (...given: unknown[]) => never
      const [text] = given
      if (typeof text !== 'string' || !isBegin(text)) return send(...given)
      return send(`${text}; set local idle_in_transaction_session_timeout = ${limitMs}`)
    }
  }
}

/** For a transaction that reads or writes a file, which may be on a slow disk: it may be idle for as long as it needs. */
export const allowIdle = <T>(tx: Transaction<T>): Promise<unknown> =>
  sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)

/**
 * A client that destroys its connection when a statement has no response within `limitMs`, because later statements
 * would queue behind it.
 */
function boundedClient(Base: typeof Client, limitMs: number): typeof Client {
  return class extends Base {
    // `pg` overloads `query` nine ways; `never` fits all of them. The callback's way is that of the pool, which has its own bounds.
    override query(...given: unknown[]): never {
      const send = super.query.bind(this) as (...given: unknown[]) => unknown
      const response = send(...given)
      if (response instanceof Promise) this.#watch(response)
      return response as never
    }

    #watch(response: Promise<unknown>): void {
      const giveUp = () =>
        this.connection.stream.destroy(new Error(`The database did not respond within ${limitMs} ms`))
      const timer = setTimeout(giveUp, limitMs)
      const stop = () => clearTimeout(timer)
      response.then(stop, stop)
    }
  }
}

interface ServerClientOptions {
  /** Names statements, if the connection leads to the server itself. */
  prepared: boolean
  /** The server ends a statement after this long; a second later a connection without an answer is given up. */
  statementTimeoutMs: number
  /** The server ends a transaction in which no statement comes for this long. */
  idleTransactionMs: number
  /** Called for each new connection that leads to a connection pooler. */
  onPooler: () => void
}

interface Session {
  is_pooled: boolean
  is_standby: boolean
}

type Send = (statement: string | { text: string }, values?: unknown) => Promise<unknown>

/**
 * A client class that finds out whether its connection leads to a PostgreSQL server or to a connection pooler, which may
 * give each transaction another session. A pooler's session gets no named statements and no settings that outlast a
 * transaction, because other clients would meet them: every statement runs in a transaction that has its own settings.
 */
export function createServerClient(options: ServerClientOptions) {
  const { prepared, statementTimeoutMs, idleTransactionMs, onPooler } = options
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    jit: 'off', // compiling takes longer than any statement of ours; over large tables a wrong guess of the planner would set it off
  }
  const limits = Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
  const setLimits = Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', is_pooled)`)
    .join(', ')
  const Base = boundedClient(prepared ? createPreparedClient() : PlainClient, statementTimeoutMs + 1000)

  return class ServerClient extends Base {
    /** Whether the server was a standby when the connection began. */
    isStandby = false
    #isPooled = false
    #isInTransaction = false

    /** Prepares a new connection. Settings are not parameters of the connection's start, which poolers refuse. */
    async prepareSession(): Promise<void> {
      const find = super.query.bind(this) as (text: string) => Promise<QueryResult<Session>>
      const { rows } = await find(
        `select is_pooled, pg_is_in_recovery() as is_standby, ${setLimits}
         from (select pg_backend_pid() is distinct from ${getSessionId(this) ?? 'null'} as is_pooled) as session`,
      )
      this.isStandby = rows[0]?.is_standby ?? false
      if (!rows[0]?.is_pooled) return
      this.#isPooled = true
      sendWithoutWaiting(this)
      onPooler()
    }

    override query(...given: unknown[]): never {
      const send = super.query.bind(this) as unknown as Send & ((...given: unknown[]) => never)
      const [text, values, done] = given
      if (!this.#isPooled || typeof text !== 'string' || done !== undefined) return send(...given)
      return this.#queryPooled(send, text, values) as never
    }

    #queryPooled(send: Send, text: string, values: unknown): Promise<unknown> {
      if (isBegin(text)) {
        this.#isInTransaction = true
        return send(`${text}; ${limits}`)
      }
      const statement = { text } // an object is never named
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
      else if (!this.#isInTransaction && !standsAlone.test(text)) return this.#queryAlone(send, statement, values)
      return send(statement, values)
    }

    async #queryAlone(send: Send, statement: { text: string }, values: unknown): Promise<unknown> {
      const sent = [send(`begin; ${limits}`), send(statement, values), send('commit')]
      const [, outcome, end] = await Promise.allSettled(sent)
      if (outcome?.status !== 'fulfilled') throw outcome?.reason
      if (end?.status !== 'fulfilled') throw end?.reason // a deferred constraint, or the connection
      return outcome.value
    }
  }
}

/** Statements that PostgreSQL refuses in a transaction. */
const standsAlone = /^vacuum\b/

/**
 * The number of the session that the server, or the pooler in its place, named at the start. It is there at run time,
 * unknown to the types.
 */
export const getSessionId = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID

/** Lets a client send statements before the responses to earlier ones, so that three take one round trip. */
function sendWithoutWaiting(client: Client): void {
  ;(client as unknown as { pipeline: boolean }).pipeline = true // unknown to the types
}
