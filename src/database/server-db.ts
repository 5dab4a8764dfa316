import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { Client as PlainClient, type ClientBase, Pool, type PoolConfig } from 'pg'
import { isOutage } from '../platform/database-fault.ts'
import { toConnectionString } from '../platform/database-servers.ts'
import { createServerClient, endingIdle, idleTransactionMs as defaultIdleMs } from './internal/clients.ts'
import { PipelinedPool } from './internal/pipelined-pool.ts'
import type { PoolState } from './internal/priority-pool.ts'
import { type ReplicaReads, createReplicaReads } from './internal/replica-reads.ts'
import { withSecondTry } from './internal/second-try.ts'
import type { NotificationListener } from './listener.ts'
import type { QueryWatch, WatchPool } from './watch-queries.ts'

export interface OpenDb<T> {
  db: Kysely<T>
  /** For single autocommit reads. */
  reads: Kysely<T>
  /** With a streaming replica: reads that may miss the last second. */
  replica?: ReplicaReads<T>
  /** For migrations, whose statements may take as long as they need. */
  migrations: Kysely<T>
  /** Embedded only: a server's notifications need a connection of their own. */
  listener?: NotificationListener
  /** The state of each pool, by its name. */
  pools?: Record<string, () => PoolState>
  /** Embedded only: copies the files of the open database into a new folder and returns its path. */
  takeSnapshot?: () => Promise<string>
  close: () => Promise<void>
}

export interface ServerOptions {
  url: string
  /** For migrations: the server itself, past a connection pooler; null: `url`. */
  directUrl: string | null
  /** A streaming replica of it; null: none. */
  readUrl?: string | null
  /** False: statements are never named. */
  prepared: boolean
  /** The server ends a statement after this long; a second later a connection without an answer is given up. */
  statementTimeoutMs: number
  /** The server ends a transaction in which no statement comes for this long; `idleTransactionMs` unless given. */
  idleTransactionMs?: number
  maxConnections: number
  onIdleError: (error: Error) => void
  /** Called once, when a connection turns out to lead to a connection pooler. */
  onPooler: () => void
  /** Called when reads begin to go to the replica, and when they go to the primary again. */
  onReplica?: (isInUse: boolean) => void
  watch?: WatchPool
}

/** Connections for reads; the second number, while slow statements hold up the others. */
const forReads = { connections: 2, maxConnections: 4 }

/** A PostgreSQL server: a pool of connections, and pipelined ones for reads. */
export function openServerDb<T>(options: ServerOptions): OpenDb<T> {
  const {
    url,
    directUrl,
    prepared,
    statementTimeoutMs,
    idleTransactionMs = defaultIdleMs,
    maxConnections,
    onIdleError,
    watch,
  } = options
  const limits = { statementTimeoutMs, idleTransactionMs }
  const Client = createServerClient({ prepared, ...limits, onPooler: onlyOnce(options.onPooler) })
  const config = { ...connectTo(url), application_name: 'launchscore' }
  // The pools await it, although their types don't say so.
  const onConnect = (client: ClientBase): unknown => (client as InstanceType<typeof Client>).prepareSession()
  const pool = openPool({ ...config, Client, max: maxConnections, onConnect }, onIdleError)
  const db = kyselyOver<T>(pool, watch?.('main'))
  const openRead = () => new Client({ ...config, application_name: 'launchscore reads', pipeline: true })
  const readPool = new PipelinedPool({ open: openRead, onConnect, ...forReads })
  const reads = kyselyOver<T>(readPool, watch?.('reads'))
  const migrations = kyselyOver<T>(openMigrationPool({ url: directUrl ?? url, idleTransactionMs, onIdleError }))
  const opened = { db, reads, migrations }
  const pools = { main: () => getPoolState(pool), reads: () => readPool.state() }
  const replica = options.readUrl ? openReplica({ ...options, readUrl: options.readUrl, readPool, reads }) : null
  const close = async () => {
    await replica?.close()
    await Promise.all(Object.values(opened).map((one) => one.destroy()))
  }
  if (!replica) return { ...opened, pools, close }
  return { ...opened, replica: replica.replica, pools: { ...pools, replica: replica.state }, close }
}

function openMigrationPool({
  url,
  idleTransactionMs,
  onIdleError,
}: Pick<ServerOptions, 'url' | 'onIdleError'> & { idleTransactionMs: number }): Pool {
  const Client = endingIdle(PlainClient, idleTransactionMs)
  return openPool({ ...connectTo(url), application_name: 'launchscore', Client, max: 2 }, onIdleError)
}

interface ReplicaOptions<T> extends ServerOptions {
  readUrl: string
  /** The primary's. */
  readPool: PipelinedPool
  reads: Kysely<T>
}

/** Pipelined connections to the replica, and one to measure how far behind it is. */
function openReplica<T>({ readUrl, readPool, reads, watch, ...options }: ReplicaOptions<T>) {
  const { prepared, statementTimeoutMs, idleTransactionMs = defaultIdleMs, onPooler, onReplica = () => {} } = options
  const openPipelined = (limitMs: number, size: { connections: number; maxConnections?: number }) => {
    const limits = { statementTimeoutMs: limitMs, idleTransactionMs }
    const Client = createServerClient({ prepared, ...limits, onPooler: onlyOnce(onPooler) })
    const onConnect = (client: ClientBase): unknown => (client as InstanceType<typeof Client>).prepareSession()
    const config = { ...connectTo(readUrl), application_name: 'launchscore replica' }
    return new PipelinedPool({ open: () => new Client({ ...config, pipeline: true }), onConnect, ...size })
  }
  const pool = openPipelined(statementTimeoutMs, forReads)
  const probePool = openPipelined(2000, { connections: 1 })
  const probe = kyselyOver<T>(probePool, undefined, { keepsReadOnly: true })
  const replica = createReplicaReads<T>({
    replica: pool,
    probe,
    primary: withSecondTry(readPool),
    primaryReads: reads,
    onChange: onReplica,
    onPromoted: () => {
      pool.renew()
      probePool.renew({ olderThanMs: 1000 })
    },
    ...(watch && { watch: watch('replica') }),
  })
  const close = () => Promise.all([replica.reads.destroy(), probe.destroy()]).then(() => {})
  return { replica, state: () => pool.state(), close }
}

const connectTo = (url: string) => ({
  connectionString: toConnectionString(url),
  connectionTimeoutMillis: 5000,
  keepAlive: true,
})

function onlyOnce(call: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) call()
    isDone = true
  }
}

/** A pool that outlives the loss of its connections. */
export function openPool(config: PoolConfig, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool(config)
  // Without these handlers a lost connection would end the process; a statement in flight fails anyway.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const getPoolState = (pool: Pool): PoolState => ({
  max: pool.options.max,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** Queries over a pool, or what looks like one. */
export const kyselyOver = <T>(
  pool: PostgresPool,
  watch?: QueryWatch,
  options?: Parameters<typeof withSecondTry>[1],
): Kysely<T> =>
  new Kysely<T>({ dialect: new PostgresDialect({ pool: withSecondTry(pool, options) }), ...(watch && { log: watch }) })

/** Whether two connections lead to the same database, on whichever server of its cluster. */
export async function isSameDatabase<T>(one: Kysely<T>, other: Kysely<T>): Promise<boolean> {
  const [a, b] = await Promise.all([identify(one), identify(other)])
  return a.name === b.name && (a.cluster === null || b.cluster === null || a.cluster === b.cluster)
}

async function identify<T>(db: Kysely<T>): Promise<{ name: string; cluster: string | null }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return { name: rows[0]?.name ?? '', cluster: await findCluster(db) }
}

/** null: the role may not read it, or the server has none. The standbys of a cluster have the same identifier. */
async function findCluster<T>(db: Kysely<T>): Promise<string | null> {
  try {
    const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(
      db,
    )
    return rows[0]?.id ?? null
  } catch (error) {
    if (isOutage(error)) throw error
    return null
  }
}
