import { once } from 'node:events'
import { createConnection } from 'node:net'
import { Client } from 'pg'
import { runNodeTests } from './run-node-tests.ts'

const { TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/test', TEST_REDIS_URL = 'redis://127.0.0.1:6379' } =
  process.env

/** The address of the PostgreSQL server. Ends the process with 1 when it or Redis can't be reached. */
export async function requireServices(script: string): Promise<string> {
  try {
    await askPostgres(TEST_DATABASE_URL)
    await askRedis(new URL(TEST_REDIS_URL))
  } catch (error) {
    endWithout(script, error)
  }
  return TEST_DATABASE_URL
}

export function endWithout(script: string, error: unknown): never {
  process.stderr.write(`${script} needs its services: ${(error as Error).message}\n`)
  process.exit(1)
}

/** Runs Node's test runner against the services; returns its exit status. */
export const runTests = (args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> =>
  runNodeTests(args, { TEST_DATABASE_URL, TEST_REDIS_URL, ...environment })

async function askPostgres(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 20_000 })
  await client.connect()
  await client.query('select 1')
  await client.end()
}

async function askRedis({ hostname, port }: URL): Promise<void> {
  const socket = createConnection({ host: hostname, port: Number(port || 6379) })
  socket.setTimeout(20_000, () => socket.destroy(new Error('Redis does not answer')))
  socket.write('PING\r\n')
  const [response] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (!/^(\+PONG|-NOAUTH)/.test(response.toString())) throw new Error(`Redis answers ${response.toString().trim()}`)
}
