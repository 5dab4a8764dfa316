import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../dev/world/free-port.ts'
import { until } from '../world/waiting.ts'
import { createInterface } from 'node:readline'

const run = promisify(execFile)

/** A PostgreSQL server of one's own. */
export interface PostgresServer {
  url: string
  port: number
  /** The server, as from a crash: nothing is written any more. */
  kill: () => Promise<void>
  start: () => Promise<void>
  query: <Row extends object>(text: string) => Promise<Row[]>
}

interface ServerOptions {
  /** Lines of postgresql.conf. */
  settings?: string[]
  /** The primary that it streams from; absent: it is a primary. */
  primary?: { server: PostgresServer; name: string }
}

/**
 * Starts a PostgreSQL server from the programs of this machine, gone after the test. It trusts local connections. Without
 * `fsync` it survives its own death, not the machine's.
 */
export async function startPostgres(
  t: Pick<TestContext, 'after'>,
  options: ServerOptions = {},
): Promise<PostgresServer> {
  const bin = await findPrograms()
  const owner = await findOwner()
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o700)
  for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid)
  const port = await freePort('127.0.0.1', 0)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const exec = (program: string, args: string[]) => run(join(bin, program), args, { ...owner, cwd: folder })
  await fill(exec, data, options.primary)
  writeSettings(data, [`port = ${port}`, ...common, ...(options.settings ?? [])])
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(join(bin, 'postgres'), ['-D', data], { ...owner, cwd: folder, stdio: 'ignore' })
    await until(() => accepts(url))
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    child = undefined
  }
  t.after(async () => {
    await kill()
    // its own children notice the death of their parent, and write until then
    await until(() => succeeds(() => rmSync(folder, { recursive: true, force: true })))
  })
  await start()
  return { url, port, kill, start, query: (text) => ask(url, text) }
}

/** Promotes a standby, and returns when it takes writes. */
export async function promote(server: PostgresServer): Promise<void> {
  await server.query('select pg_promote(true, 60)')
}

const common = [
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'fsync = off',
  'max_connections = 60',
  'shared_buffers = 32MB',
  'wal_level = replica',
  'hot_standby = on',
  `wal_keep_size = 256MB`,
  'wal_retrieve_retry_interval = 100ms',
]

type Exec = (program: string, args: string[]) => Promise<unknown>

async function fill(exec: Exec, data: string, primary: ServerOptions['primary']): Promise<void> {
  if (!primary) {
    await exec('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
    return
  }
  const from = `host=127.0.0.1 port=${primary.server.port} user=postgres application_name=${primary.name}`
  await exec('pg_basebackup', ['-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
}

/** The last of equal settings counts, so a copy of the primary gets its own port. */
function writeSettings(data: string, lines: string[]): void {
  appendFileSync(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`)
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n')
}

async function findPrograms(): Promise<string> {
  try {
    return (await run('pg_config', ['--bindir'])).stdout.trim()
  } catch (error) {
    throw new Error('PostgreSQL can’t be found; install it with apt-get install postgresql', { cause: error })
  }
}

/** PostgreSQL refuses to run as root. */
async function findOwner(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  if (uid !== 0) return { uid, gid }
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  const [user = 0, group = 0] = ids.map(({ stdout }) => Number(stdout))
  return { uid: user, gid: group }
}

const accepts = (url: string) =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export interface Pooler {
  /** The address of the database at `target`, by way of the pooler. */
  toUrl: (target: string) => string
  stop: () => Promise<void>
}

/** Sessions of a database and user: few, so that the transactions of one client get different ones. */
const sessions = 4

/** Starts a PgBouncer in transaction mode in front of the server of `target`. Throws when the program can't be found. */
export async function startPgBouncer(target: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(target)
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-pgbouncer-'))
  const listenPort = await freePort('127.0.0.1', 0)
  const user = decodeURIComponent(username)
  writeFileSync(join(folder, 'users'), `"${user}" "${decodeURIComponent(password)}"\n`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 1000
`,
  )
  chmodSync(folder, 0o755)
  const child = spawn('pgbouncer', [...notAsRoot(), file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilListening(child)
  const toUrl = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${listenPort}` }).href
  const stop = async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
  return { toUrl, stop }
}

/** PgBouncer refuses to run as root. */
const notAsRoot = () => (process.getuid?.() === 0 ? ['-u', 'nobody'] : [])

async function untilListening(child: ChildProcess & { stderr: NodeJS.ReadableStream }): Promise<void> {
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw new Error(`PgBouncer can't be started; install it with apt-get install pgbouncer`, { cause: error })
  })
  await Promise.race([failed, untilLine(child.stderr, 'process up')])
  child.stderr.resume()
}

async function untilLine(output: NodeJS.ReadableStream, text: string): Promise<void> {
  let all = ''
  for await (const line of createInterface({ input: output })) {
    if (line.includes(text)) return
    all += `${line}\n`
  }
  throw new Error(`PgBouncer did not start: ${all}`)
}
