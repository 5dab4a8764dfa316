import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type ClientBase, Pool, type PoolConfig } from 'pg'
import { boundedClient } from './bounded-client.ts'
import { lockFolder } from './folder-lock.ts'
import { hearPool } from './hear-pool.ts'
import { openLanes } from './lanes.ts'
import type { Hear } from './listener.ts'
import { PGliteStream } from './pglite-stream.ts'
import { PipelinedPool } from './pipelined-pool.ts'
import { PlainClient, PreparedClient } from './prepared-client.ts'

export interface OpenDb<T> {
  db: Kysely<T>
  /** For single autocommit reads. */
  reads: Kysely<T>
  /** For migrations, whose statements may take as long as they need. */
  migrations: Kysely<T>
  /** Embedded, what this process notifies; a server's notifications come over a connection of their own. */
  hear?: Hear
  close: () => Promise<void>
}

interface ServerOptions {
  url: string
  /** False behind a pooler that can't hold named statements. */
  prepared: boolean
  /** The server ends a statement after this long; a second later a connection without an answer is given up. */
  statementTimeoutMs: number
  onIdleError: (error: Error) => void
}

/** A PostgreSQL server: a pool of ten connections, and two pipelined ones for reads. */
export function openServerDb<T>(options: ServerOptions): OpenDb<T> {
  const { url, prepared, statementTimeoutMs, onIdleError } = options
  const Client = boundedClient(prepared ? PreparedClient : PlainClient, statementTimeoutMs + 1000)
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'launchscore',
  }
  // Not as a parameter of the connection's start, which poolers refuse. (The pool awaits it, whatever its type says.)
  // Compiling takes longer than any statement of ours; over large tables a wrong guess of the planner would set it off.
  const settings = `set statement_timeout = ${statementTimeoutMs}; set jit = off`
  const onConnect = (client: ClientBase): unknown => client.query(settings)
  const db = kyselyOver<T>(openPool({ ...config, Client, max: 10, onConnect }, onIdleError))
  const openRead = () => new Client({ ...config, application_name: 'launchscore reads', pipeline: true })
  const reads = kyselyOver<T>(new PipelinedPool({ open: openRead, onConnect, connections: 2 }))
  const migrations = kyselyOver<T>(openPool({ ...config, max: 2 }, onIdleError))
  const close = () => Promise.all([db, reads, migrations].map((one) => one.destroy())).then(() => {})
  return { db, reads, migrations, close }
}

/** PostgreSQL in this process, in `folder`, which no other process may open meanwhile (throws `FolderInUse`). */
export async function openEmbeddedDb<T>(folder: string): Promise<OpenDb<T>> {
  const unlock = lockFolder(folder)
  try {
    const { close, ...lite } = await openLite<T>(join(folder, 'pgdata'))
    return { ...lite, migrations: lite.db, close: () => close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openLite<T>(dataDir: string) {
  const lite = await PGlite.create({
    dataDir,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'], // 197 MB instead of 340 MB resident
  })
  const stream = () => new PGliteStream(lite) as never // `pg` types it as a net.Socket, of which it uses this much
  const config = {
    stream,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    Client: PreparedClient,
  }
  const pool = openPool(config, () => {})
  const { quick, slow } = openLanes(pool, 10_000)
  const [db, reads] = [kyselyOver<T>(slow), kyselyOver<T>(quick)]
  return { db, reads, hear: hearPool(pool), close: () => pool.end().then(() => lite.close()) }
}

function openPool(config: PoolConfig, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool(config)
  // unheard, a lost connection would end the process, idle or in use; whoever uses it sees its statement fail
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const kyselyOver = <T>(pool: PostgresPool): Kysely<T> => new Kysely<T>({ dialect: new PostgresDialect({ pool }) })
