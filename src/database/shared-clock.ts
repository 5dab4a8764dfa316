import { type Kysely, sql } from 'kysely'

/** The time that all replicas agree on, even if their own clocks differ. */
export interface SharedClock {
  /** As of the last `sync`, carried on by a clock that nobody can set. */
  now: () => Date
  /** Asks for the time, unless it was asked for within the last second. */
  sync: () => Promise<void>
}

const freshMs = 1000

/** The database's clock. Before the first `sync` it is this machine's. */
export function createSharedClock<T>(db: Kysely<T>): SharedClock {
  let known = { at: Date.now(), asOf: performance.now() }
  let freshUntil = -Infinity
  const sync = async () => {
    if (performance.now() < freshUntil) return
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    // measured after the response, so the clock lags by the response's travel time and never runs ahead
    const asOf = performance.now()
    if (rows[0]) known = { at: rows[0].at.getTime(), asOf }
    freshUntil = asOf + freshMs
  }
  return { now: () => new Date(known.at + (performance.now() - known.asOf)), sync }
}
