import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { type ServiceProcess, runCli, startService } from './processes.ts'
import { copyTemplate } from './test-db.ts'
import { secret } from './webhook-world.ts'

const root = join(import.meta.dirname, '..')

/** `launchscore webhooks listen` as a user runs it; what it prints comes line by line. */
async function startListening(t: TestContext, args: string[]) {
  const child = spawn(process.execPath, ['src/cli.ts', 'webhooks', 'listen', '--port', '0', ...args], { cwd: root })
  t.after(() => void child.kill('SIGKILL'))
  const [greeting] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string]
  const url = /^(http:\S+) listens\. A service needs OUTBOUND_ALLOW=127\.0\.0\.1:\d+\.$/m.exec(greeting)?.[1]
  assert.ok(url, greeting)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  const end = async () => {
    child.kill('SIGINT')
    return ((await once(child, 'exit')) as [number | null])[0]
  }
  return { url, next, end }
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-commands-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return folder
}

const startHere = (t: TestContext, folder: string, environment: NodeJS.ProcessEnv = {}) =>
  startService(t, { DATA_DIR: folder, OUTBOUND_ALLOW: '127.0.0.1', ...environment })

async function subscribe({ url }: ServiceProcess, folder: string, endpoint: string) {
  const issue = ['keys', 'issue', '--tier', 'pro', '--label', 'Test', '--owner', 'ops', '--json']
  const { stdout } = await runCli(issue, { DATA_DIR: folder })
  const { key } = JSON.parse(stdout) as { key: string }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ endpoint, events: ['score.created'], secret })
  const answer = await fetch(`${url}/v1/webhooks`, { method: 'POST', headers, body })
  const { id } = (await answer.json()) as { id: string }
  const sendTest = async (at = url) => {
    const { authorization } = headers
    const { status } = await fetch(`${at}/v1/webhooks/${id}/test`, { method: 'POST', headers: { authorization } })
    assert.equal(status, 202)
  }
  return { sendTest }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

test('webhooks listen shows what a service sends it, says what a signature is worth, and ends with Ctrl-C', async (t) => {
  const folder = await makeFolder(t)
  const listener = await startListening(t, ['--secret', secret, '--json'])
  const service = await startHere(t, folder)
  const { sendTest } = await subscribe(service, folder, listener.url)
  await sendTest()
  const shown = JSON.parse(await listener.next()) as Record<string, unknown>
  const { event, verdict, isRepeated, answer } = shown
  assert.deepEqual(
    { event, verdict, isRepeated, answer },
    { event: 'webhook.test', verdict: 'good', isRepeated: false, answer: 200 },
  )
  assert.match(String(shown['deliveryId']), /^dlv_[0-9a-f]{32}$/)
  assert.equal((JSON.parse(String(shown['body'])) as { event: string }).event, 'webhook.test')
  const forged = await fetch(listener.url, {
    method: 'POST',
    headers: {
      'x-launchscore-signature': 'sha256=00',
      'x-launchscore-timestamp': String(Math.floor(Date.now() / 1000)),
    },
    body: '{}',
  })
  assert.equal(forged.status, 401)
  assert.equal((JSON.parse(await listener.next()) as { verdict: string }).verdict, 'forged')
  assert.equal(await listener.end(), 0)
})

test('webhooks listen answers as it is told to, in words, and a stranger’s bytes don’t steer the terminal', async (t) => {
  const listener = await startListening(t, ['--secret', secret, '--status', '503'])
  const { status } = await fetch(listener.url, { method: 'POST', body: 'unsigned \u001b[2J' })
  assert.equal(status, 401)
  assert.match(await listener.next(), /^\S+Z {2}\? {2}\?$/)
  assert.equal(await listener.next(), '  IT IS NOT SIGNED; answered 401')
  assert.equal(await listener.next(), '  unsigned  [2J')
  assert.equal(await listener.end(), 0)
})

const wrong: [args: string[], words: RegExp][] = [
  [[], /^--secret is missing/],
  [['--secret', secret, '--port', '70000'], /^--port must be a port/],
  [['--secret', secret, '--status', '99'], /^--status must be/],
]
for (const [args, words] of wrong)
  test(`webhooks listen ${args.slice(2).join(' ')} is refused with 2 and a reason`, async () => {
    const { status, stderr } = await runCli(['webhooks', 'listen', ...args], {})
    assert.equal(status, 2)
    assert.match(stderr, words)
  })

test('webhooks rekey seals all secrets under a new key while the service runs, and deliveries go on', async (t) => {
  const folder = await makeFolder(t)
  const listener = await startListening(t, ['--secret', secret, '--json'])
  const first = await startHere(t, folder)
  const { sendTest } = await subscribe(first, folder, listener.url)
  const rekey = (environment: NodeJS.ProcessEnv = {}) =>
    runCli(['webhooks', 'rekey'], { DATA_DIR: folder, ...environment })
  assert.deepEqual(await rekey(), { status: 0, stdout: '0 sealed anew, 1 were already\n', stderr: '' })
  await stop(first.process)
  const newKey = { ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64') }
  const second = await startHere(t, folder, newKey)
  assert.equal((await rekey(newKey)).stdout, '1 sealed anew, 0 were already\n')
  await sendTest(second.url)
  assert.equal((JSON.parse(await listener.next()) as { verdict: string }).verdict, 'good')
})
