import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../dev/world/free-port.ts'

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
