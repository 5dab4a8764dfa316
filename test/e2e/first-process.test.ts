import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { inherited, waitUntilListening } from '../../dev/server/start-program.ts'
import { copyTemplate } from '../world/database.ts'

const root = join(import.meta.dirname, '../..')
const namespace = ['--pid', '--fork', '--kill-child', '--mount-proc']

/** Starts the tool as the first process of a namespace, as in a container; null, and a skip, where this is not allowed. */
function startFirst(t: TestContext, command: string, environment: NodeJS.ProcessEnv) {
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) {
    t.skip('this account may create no namespace')
    return null
  }
  const env = { ...inherited(), PORT: '0', DRAIN_SECONDS: '0', ...environment }
  const args = [...namespace, process.execPath, 'bin/launchscore.js', command]
  const child = spawn('unshare', args, { cwd: root, env })
  t.after(() => void child.kill('SIGKILL'))
  const kill = (signal: NodeJS.Signals) => {
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    process.kill(Number(first), signal)
  }
  return { child, kill, ended: once(child, 'exit') as Promise<[number | null]> }
}

/** A database server that accepts connections and never responds. `connected` resolves at the first one. */
async function startSilentServer(t: TestContext) {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  const connected = once(server, 'connection')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/none`, connected }
}

for (const [command, signal, status] of [
  ['start', 'SIGTERM', 143],
  ['start', 'SIGINT', 130],
  ['migrate', 'SIGTERM', 143],
  ['migrate', 'SIGINT', 130],
] as const)
  test(`process 1: ${signal} ends launchscore ${command} that waits with status ${status}`, async (t) => {
    const { DATABASE_URL, connected } = await startSilentServer(t)
    const started = startFirst(t, command, { DATABASE_URL })
    if (!started) return
    await connected
    started.kill(signal)
    assert.deepEqual(await started.ended, [status, null])
  })

test('process 1: SIGTERM stops a service that listens, with status 0', async (t) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'launchscore-first-'))
  t.after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  await copyTemplate(DATA_DIR)
  const started = startFirst(t, 'start', { DATA_DIR })
  if (!started) return
  await waitUntilListening(started.child)
  started.kill('SIGTERM')
  assert.deepEqual(await started.ended, [0, null])
})
