import type { Client, QueryResult } from 'pg'
import { boundedClient } from '../pools/bounded-client.ts'
import { PlainClient, createPreparedClient } from '../pools/prepared-client.ts'
import { isBegin } from './idle-transactions.ts'

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
