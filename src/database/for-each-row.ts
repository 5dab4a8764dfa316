import { isOutage, isStorageFault } from '../platform/database-fault.ts'
import type { Log } from '../platform/log.ts'
import { UpstreamError, UpstreamErrorOfRequest } from '../platform/errors.ts'

interface RowWork<Row> {
  rows: Iterable<Row> | AsyncIterable<Row>
  toId: (row: Row) => string
  work: (row: Row) => Promise<unknown>
}

interface RowDeps {
  log: Log
  /** No more rows are begun once it aborts. */
  signal: AbortSignal
}

/** A fault of the code fails at every row: the rest is left to the next run. */
const maxFaults = 100

/**
 * Works on rows one after the other. A row that fails for itself doesn't stop the others: it is logged, and its fault is
 * returned. A database or provider that fails would fail at every row, so its fault is thrown at once.
 */
export async function tryEachRow<Row>(
  { rows, toId, work }: RowWork<Row>,
  { log, signal }: RowDeps,
): Promise<unknown[]> {
  const faults: unknown[] = []
  for await (const row of rows) {
    if (signal.aborted) break
    try {
      await work(row)
    } catch (error) {
      if (signal.aborted || isShared(error)) throw error
      faults.push(error)
      log.error({ row: toId(row), reason: error instanceof Error ? error.message : String(error) }, 'a row failed')
      if (faults.length >= maxFaults) break
    }
  }
  return faults
}

/** The same, and fails at the end if a row failed, so that the job counts as failed. */
export async function forEachRow<Row>(given: RowWork<Row>, deps: RowDeps): Promise<void> {
  const [fault] = await tryEachRow(given, deps)
  if (fault !== undefined) throw fault
}

const isShared = (error: unknown): boolean =>
  isOutage(error) ||
  isStorageFault(error) ||
  (error instanceof UpstreamError && error.fault !== 'request' && !(error instanceof UpstreamErrorOfRequest))

/** Lists rows page by page until a page is empty. `listAfter` gets the last row of the page before. */
export async function* listPages<Row>(listAfter: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let page = await listAfter(undefined); page.length > 0; page = await listAfter(page.at(-1))) yield* page
}
