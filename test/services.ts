// Runs the integration tests on a real PostgreSQL; ends with 1 when PostgreSQL or Redis can't be reached.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { Client } from 'pg'

const { TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/test', TEST_REDIS_URL = 'redis://127.0.0.1:6379' } =
  process.env

try {
  await askPostgres(TEST_DATABASE_URL)
  await askRedis(new URL(TEST_REDIS_URL))
} catch (error) {
  process.stderr.write(`test:services needs its services: ${(error as Error).message}\n`)
  process.exit(1)
}
const args = ['--test', '--test-concurrency=3', '--test-reporter=spec', 'test/parts/[0-9].ts']
const environment = { ...process.env, TEST_DATABASE_URL, TEST_REDIS_URL }
const run = spawn(process.execPath, args, { stdio: 'inherit', env: environment })
const [status] = (await once(run, 'exit')) as [number | null]
process.exit(status ?? 1)

async function askPostgres(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 })
  await client.connect()
  await client.query('select 1')
  await client.end()
}

async function askRedis({ hostname, port }: URL): Promise<void> {
  const socket = createConnection({ host: hostname, port: Number(port || 6379) })
  socket.setTimeout(5000, () => socket.destroy(new Error('Redis does not answer')))
  socket.write('PING\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (!/^(\+PONG|-NOAUTH)/.test(answer.toString())) throw new Error(`Redis answers ${answer.toString().trim()}`)
}
