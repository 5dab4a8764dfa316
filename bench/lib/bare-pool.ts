import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { openLite } from '../../src/database/internal/open-lite.ts'
import { PGliteStream, openBackend } from '../../src/database/internal/pglite-stream.ts'

/** `pg`'s own pool, on the server or on the service's own way to the embedded database. */
export async function openBarePool({ DATABASE_URL, DATA_DIR = '' }: NodeJS.ProcessEnv): Promise<Pool> {
  return new Pool(DATABASE_URL ? { connectionString: DATABASE_URL, max: 10 } : await embedded(DATA_DIR))
}

async function embedded(folder: string): Promise<PoolConfig> {
  const open = () => openLite({ dataDir: join(folder, 'pgdata'), settings: ['shared_buffers=16MB'], unpack: null })
  const backend = await openBackend({ open, mayReopen: () => false, onStopped: () => {} })
  const stream = () => new PGliteStream(backend) as never // `pg` types it as a net.Socket
  return { stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 }
}
