import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { currentTask } from '../../platform/request-client.ts'
import type { QueryWatch } from '../watch-queries.ts'

/** Reads of a streaming replica. */
export interface ReplicaReads<T> {
  /** Single autocommit reads, from the replica while it is current enough, and otherwise from the primary. */
  reads: Kysely<T>
  /** In milliseconds: `reads` sees every commit that is at least this old. */
  ageMs: () => number
  /** Whether it was current when it was last measured; undefined: it has not been measured yet. Starts a measurement. */
  isInUse: () => boolean | undefined
  /** Whether the server is a replica at all. Throws what its connection throws. */
  isReplica: () => Promise<boolean>
}

interface ReplicaOptions<T> {
  /** Connections to the replica, for reads. */
  replica: PostgresPool
  /** Another connection to it, where no read delays a measurement. */
  probe: Kysely<T>
  /** Connections to the primary, for what the replica can't answer. */
  primary: PostgresPool
  primaryReads: Kysely<T>
  /** Called when reads begin to go to the replica, and when they go to the primary again. */
  onChange: (isInUse: boolean) => void
  /** Called when the replica turns out to be no replica any more. */
  onPromoted: () => void
  watch?: QueryWatch
}

/** A replica that is further behind is not read. */
const maxAgeMs = 1000

/** Decides for each statement where it is read. The replica's failures never reach the caller: the primary is asked instead. */
export function createReplicaReads<T>(options: ReplicaOptions<T>): ReplicaReads<T> {
  const { replica, probe, primary, primaryReads, onChange, onPromoted, watch } = options
  const lag = createReplicaLag({
    findWritten: () => findWritten(primaryReads),
    findReplayed: async () => {
      const replayed = await findReplayed(probe)
      if (replayed === null) onPromoted()
      return replayed
    },
    elapsedMs: () => performance.now(),
  })
  let wasInUse = false
  const isCurrent = () => {
    const isInUse = lag.ageMs() <= maxAgeMs
    if (isInUse !== wasInUse) onChange(isInUse)
    wasInUse = isInUse
    return isInUse
  }
  const isInUse = () => {
    lag.ageMs()
    const ageMs = lag.measuredAgeMs()
    return ageMs === undefined ? undefined : ageMs <= maxAgeMs
  }
  const isWanted = () => !currentTask()?.mustReadPrimary && isCurrent()
  const connect = async (): Promise<PostgresPoolClient> => {
    if (!isWanted()) return primary.connect()
    try {
      return readWithFallback(await replica.connect(), primary, lag)
    } catch {
      lag.reset()
      return primary.connect()
    }
  }
  const pool = { options: {}, connect, end: () => replica.end() }
  const reads = new Kysely<T>({ dialect: new PostgresDialect({ pool }), ...(watch && { log: watch }) })
  const isReplica = async () => (await findReplayed(probe)) !== null
  return { reads, ageMs: () => (isWanted() ? lag.ageMs() : 0), isInUse, isReplica }
}

const queryCanceledState = '57014'

/** A read that fails on the replica goes to the primary, unless it has already taken its whole time. */
function readWithFallback(client: PostgresPoolClient, primary: PostgresPool, lag: ReplicaLag): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      if (!(error instanceof DatabaseError)) lag.reset()
      else if (error.code === queryCanceledState) throw error
      return readOnce(primary, text, values)
    }
  }
  // Kysely's type has a second way of calling, with a cursor, for streams. Nothing streams.
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

async function readOnce(pool: PostgresPool, text: string, values: readonly unknown[]) {
  const client = await pool.connect()
  try {
    return await client.query(text, values)
  } finally {
    client.release()
  }
}

const findWritten = async <T>(db: Kysely<T>): Promise<bigint> => {
  const { rows } = await sql<{ position: string }>`
    select (pg_current_wal_flush_lsn() - '0/0')::text as position`.execute(db)
  return BigInt(rows[0]?.position ?? 0)
}

/** A server that is no longer in recovery has been promoted: it may miss what the primary has written since. */
const findReplayed = async <T>(db: Kysely<T>): Promise<bigint | null> => {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`.execute(db)
  const position = rows[0]?.position ?? null
  return position === null ? null : BigInt(position)
}

/** How far a streaming replica is behind its primary. */
interface ReplicaLag {
  /** In milliseconds: the replica has every commit that is at least this old. Infinity: unknown. */
  ageMs: () => number
  /** The age when it was last measured; undefined: it has not been. */
  measuredAgeMs: () => number | undefined
  /** The replica failed: its age is unknown until it is measured again. */
  reset: () => void
}

interface LagOptions {
  /** The end of the primary's write-ahead log. */
  findWritten: () => Promise<bigint>
  /** How far the replica has replayed that log; null: the server is no replica. */
  findReplayed: () => Promise<bigint | null>
  elapsedMs: () => number
}

/** How old a measurement may be before the next one starts. */
const measureEveryMs = 200
/** Positions of the primary that the replica has not reached yet. */
const maxMarks = 16

/**
 * Compares positions in the write-ahead log, not clocks: what the primary had written at a time is on the replica once that
 * position is replayed. This also holds while nothing is written. Measures only while somebody asks for the age.
 */
function createReplicaLag({ findWritten, findReplayed, elapsedMs }: LagOptions): ReplicaLag {
  let marks: { at: number; position: bigint }[] = []
  let currentAt = -Infinity
  let measuredAt = -Infinity
  let measuredAgeMs: number | undefined
  let isMeasuring = false

  const forget = () => {
    marks = []
    currentAt = -Infinity
  }
  const measure = async () => {
    const at = elapsedMs()
    const position = await findWritten()
    marks = [...marks, { at, position }].slice(-maxMarks)
    const replayed = await findReplayed()
    if (replayed === null) return forget()
    const reached = marks.filter((mark) => mark.position <= replayed)
    currentAt = Math.max(currentAt, ...reached.map((mark) => mark.at))
    marks = marks.filter((mark) => mark.position > replayed)
  }
  const start = () => {
    isMeasuring = true
    measuredAt = elapsedMs()
    void measure()
      .catch(forget)
      .finally(() => {
        isMeasuring = false
        measuredAgeMs = elapsedMs() - currentAt
      })
  }
  return {
    ageMs: () => {
      if (!isMeasuring && elapsedMs() - measuredAt >= measureEveryMs) start()
      return elapsedMs() - currentAt
    },
    measuredAgeMs: () => measuredAgeMs,
    reset: forget,
  }
}
