import type { LogEvent } from 'kysely'
import { DatabaseError } from 'pg'
import type { Metrics } from '../platform/metrics.ts'
import { currentTrace } from '../platform/trace.ts'

/** Called after each statement. */
export type QueryWatch = (event: LogEvent) => void

/** Makes the watch of one pool: `main` or `reads`. */
export type WatchPool = (pool: string) => QueryWatch

/** Counts the statements of a pool and their time, and reports them as spans of the current trace. */
export const watchQueries =
  (metrics: Pick<Metrics, 'querySeconds' | 'queryErrors'>): WatchPool =>
  (pool) => {
    const timers = new Map(operations.map((operation) => [operation, metrics.querySeconds.labels({ pool, operation })]))
    return (event) => {
      const { queryDurationMillis: milliseconds, query } = event
      const operation = findOperation(query.sql)
      timers.get(operation)?.observe(milliseconds / 1000)
      const failure = event.level === 'error' ? toErrorClass(event.error) : undefined
      if (failure !== undefined) metrics.queryErrors.inc({ pool, class: failure })
      report({ operation, pool, text: query.sql, milliseconds, failure })
    }
  }

const operations = ['select', 'insert', 'update', 'delete', 'with', 'other']

const findOperation = (text: string): string => {
  const [, word = ''] = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-zA-Z]{1,10})/.exec(text) ?? []
  const operation = word.toLowerCase()
  return operations.includes(operation) ? operation : 'other'
}

/** The first two characters of the SQLSTATE, which PostgreSQL's documents list. */
const toErrorClass = (error: unknown): string =>
  error instanceof DatabaseError && error.code !== undefined ? error.code.slice(0, 2) : 'connection'

interface Statement {
  operation: string
  pool: string
  text: string
  milliseconds: number
  failure: string | undefined
}

/** The text holds no values: those are parameters. */
function report({ operation, pool, text, milliseconds, failure }: Statement): void {
  const startSpan = currentTrace()?.startSpan
  if (!startSpan) return
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
    'launchscore.pool': pool,
  }
  const startedAtMs = Date.now() - milliseconds
  const span = startSpan({ name: `sql ${operation}`, kind: 'client', attributes, startedAtMs })
  span.end(failure === undefined ? {} : { error: failure })
}
