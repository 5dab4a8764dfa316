import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import { Client as PlainClient, Pool, type PoolConfig } from 'pg'
import { lockFolder } from './folder-lock.ts'
import { PGliteStream } from './pglite-stream.ts'
import { PipelinedPool } from './pipelined-pool.ts'
import { PreparedClient } from './prepared-client.ts'

export interface OpenDb<T> {
  db: Kysely<T>
  /** For single autocommit reads. */
  reads: Kysely<T>
  close: () => Promise<void>
}

interface ServerOptions {
  url: string
  /** False behind a pooler that can't hold named statements. */
  prepared: boolean
  onIdleError: (error: Error) => void
}

/** A PostgreSQL server: a pool of ten connections, and two pipelined ones for reads. */
export function openServerDb<T>({ url, prepared, onIdleError }: ServerOptions): OpenDb<T> {
  const Client = prepared ? PreparedClient : PlainClient
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'launchscore',
  }
  const db = kyselyOver<T>({ ...config, Client, max: 10 }, onIdleError)
  const pool = new PipelinedPool(
    () => new Client({ ...config, application_name: 'launchscore reads', pipeline: true }),
    2,
  )
  const reads = new Kysely<T>({ dialect: new PostgresDialect({ pool }) })
  return { db, reads, close: () => Promise.all([db.destroy(), reads.destroy()]).then(() => {}) }
}

/** PostgreSQL in this process, in `folder`, which no other process may open meanwhile (throws `FolderInUse`). */
export async function openEmbeddedDb<T>(folder: string): Promise<OpenDb<T>> {
  const unlock = lockFolder(folder)
  try {
    const { db, close } = await openLite<T>(join(folder, 'pgdata'))
    return { db, reads: db, close: () => close().finally(unlock) }
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
  const config = { stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 }
  const db = kyselyOver<T>({ ...config, Client: PreparedClient, connectionTimeoutMillis: 10_000 }, () => {})
  return { db, close: () => db.destroy().then(() => lite.close()) }
}

function kyselyOver<T>(config: PoolConfig, onIdleError: (error: Error) => void): Kysely<T> {
  const pool = new Pool(config)
  // unheard, a lost connection would end the process, idle or in use; whoever uses it sees its statement fail
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<T>({ dialect: new PostgresDialect({ pool }) })
}
