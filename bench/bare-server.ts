// The baseline of the reads: Fastify, `pg`, one named statement, and nothing else.
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import Fastify from 'fastify'
import { Pool, type PoolConfig } from 'pg'
import { PGliteStream } from '../src/platform/pglite-stream.ts'

const { DATABASE_URL, DATA_DIR = '', PORT = '0' } = process.env

const pool = new Pool(DATABASE_URL ? { connectionString: DATABASE_URL, max: 10 } : await embedded())
const app = Fastify()

app.get<{ Params: { id: string } }>('/v1/score/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: 'score',
    text: 'select body from scores where id = $1',
    values: [params.id],
  })
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body)
})
app.get('/ready', async () => ({ status: 'ready' }))

const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
process.once('SIGTERM', () => process.exit())

/** The service's own way to the embedded database. */
async function embedded(): Promise<PoolConfig> {
  const lite = await PGlite.create({
    dataDir: join(DATA_DIR, 'pgdata'),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
  const stream = () => new PGliteStream(lite) as never // `pg` types it as a net.Socket
  return { stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 }
}
