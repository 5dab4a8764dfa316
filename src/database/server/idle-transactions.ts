import { type Transaction, sql } from 'kysely'
import type { Client } from 'pg'

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
