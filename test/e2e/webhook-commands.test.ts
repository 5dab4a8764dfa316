import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { type ServiceProcess, runCli, startService } from '../servers/processes.ts'
import { startReceiver } from '../../dev/stand-ins/receiver.ts'
import { type World, goodSubmission, startWorld } from '../world/app.ts'
import { copyTemplate } from '../world/database.ts'
import { secret } from '../world/webhooks.ts'

const root = join(import.meta.dirname, '../..')

/** Runs `launchscore webhooks listen` as a user does, and reads its output line by line. */
async function startListening(t: TestContext, args: string[]) {
  const child = spawn(process.execPath, ['src/main/cli.ts', 'webhooks', 'listen', '--port', '0', ...args], {
    cwd: root,
  })
  t.after(() => void child.kill('SIGKILL'))
  const [greeting] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string]
  const url = /^Listening on (http:\S+)\. The service needs OUTBOUND_ALLOW=webhooks=127\.0\.0\.1:\d+\.$/m.exec(
    greeting,
  )?.[1]
  assert.ok(url, greeting)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  const end = async () => {
    child.kill('SIGINT')
    return ((await once(child, 'exit')) as [number | null])[0]
  }
  return { url, next, end, child }
}

/** Closes the read end of a command's output, as `head` does, and resolves with the command's exit status when it has ended. */
async function stopReading(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit') as Promise<[number | null]>
  child.stdout?.destroy()
  return (await exited)[0]
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-commands-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return folder
}

const startHere = (t: TestContext, folder: string, environment: NodeJS.ProcessEnv = {}) =>
  startService(t, { DATA_DIR: folder, OUTBOUND_ALLOW: '127.0.0.1', ...environment })

async function subscribe({ url }: ServiceProcess, folder: string, endpoint: string, over: object = {}) {
  const issue = ['keys', 'issue', '--tier', 'pro', '--label', 'Test', '--owner', 'ops', '--json']
  const { stdout } = await runCli(issue, { DATA_DIR: folder })
  const { key } = JSON.parse(stdout) as { key: string }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ endpoint, events: ['score.created'], secret, ...over })
  const response = await fetch(`${url}/v1/webhooks`, { method: 'POST', headers, body })
  const { id } = (await response.json()) as { id: string }
  const sendTest = async (at = url) => {
    const { authorization } = headers
    const { status } = await fetch(`${at}/v1/webhooks/${id}/test`, { method: 'POST', headers: { authorization } })
    assert.equal(status, 202)
  }
  return { sendTest, id, key }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

test('webhooks listen prints and verifies deliveries until Ctrl-C', async (t) => {
  const folder = await makeFolder(t)
  const file = join(await makeFolder(t), 'secret.txt')
  await writeFile(file, `${secret}\n`)
  const listener = await startListening(t, ['--secret-file', file, '--json'])
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

test('webhooks listen refuses a body above 1 MiB with 413 and goes on', async (t) => {
  const listener = await startListening(t, ['--secret', secret, '--json'])
  const post = async (bytes: number) =>
    (await fetch(listener.url, { method: 'POST', body: Buffer.alloc(bytes, 'x') })).status
  assert.deepEqual([await post(1024 * 1024 + 1), await post(1024 * 1024)], [413, 401])
  assert.equal(await listener.end(), 0)
})

test('webhooks listen responds with --status and prints no control characters', async (t) => {
  const listener = await startListening(t, ['--secret', secret, '--status', '503'])
  const { status } = await fetch(listener.url, { method: 'POST', body: 'unsigned \u001b[2J' })
  assert.equal(status, 401)
  assert.match(await listener.next(), /^\S+Z {2}\? {2}\?$/)
  assert.equal(await listener.next(), '  MISSING SIGNATURE; responded 401')
  assert.equal(await listener.next(), '  unsigned  [2J')
  assert.equal(await listener.end(), 0)
})

test('webhooks listen ends, without a response, when nobody reads its output', { timeout: 30_000 }, async (t) => {
  const listener = await startListening(t, ['--secret', secret])
  const ended = stopReading(listener.child)
  await assert.rejects(fetch(listener.url, { method: 'POST', body: 'unsigned' }), /fetch failed/)
  assert.equal(await ended, 0)
})

const wrong: [args: string[], words: RegExp][] = [
  [[], /^missing --secret-file or --secret/],
  [['--secret-file', '/nowhere'], /^--secret-file can’t be read/],
  [['--secret', secret, '--port', '70000'], /^--port must be a port number/],
  [['--secret', secret, '--status', '99'], /^--status must be/],
]
for (const [args, words] of wrong)
  test(`webhooks listen ${args.slice(2).join(' ')}: exit status 2 and a reason`, async () => {
    const { status, stderr } = await runCli(['webhooks', 'listen', ...args], {})
    assert.equal(status, 2)
    assert.match(stderr, words)
  })

test('webhooks rekey encrypts all secrets with the new key while the service runs', async (t) => {
  const folder = await makeFolder(t)
  const listener = await startListening(t, ['--secret', secret, '--json'])
  const first = await startHere(t, folder)
  const { sendTest } = await subscribe(first, folder, listener.url)
  const rekey = (environment: NodeJS.ProcessEnv = {}) =>
    runCli(['webhooks', 'rekey'], { DATA_DIR: folder, ...environment })
  assert.deepEqual(await rekey(), { status: 0, stdout: '0 re-encrypted, 1 already current\n', stderr: '' })
  await stop(first.process)
  const newKey = { ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64') }
  const second = await startHere(t, folder, newKey)
  assert.equal((await rekey(newKey)).stdout, '1 re-encrypted, 0 already current\n')
  await sendTest(second.url)
  assert.equal((JSON.parse(await listener.next()) as { verdict: string }).verdict, 'good')
})

/** Runs `launchscore webhooks listen --url …` as a user does. */
async function startForwarding(t: TestContext, args: string[]) {
  const child = spawn(process.execPath, ['src/main/cli.ts', 'webhooks', 'listen', '--json', ...args], { cwd: root })
  t.after(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('from now on')) {
    const [code] = (await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])) as unknown[]
    assert.notEqual(typeof code, 'number', said)
  }
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>
  const end = async () => {
    child.kill('SIGINT')
    return ((await once(child, 'exit')) as [number | null])[0]
  }
  return { next, end, child, said: () => said }
}

async function saveText(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-texts-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'text.txt')
  await writeFile(file, `${text}\n`)
  return file
}

async function score({ url }: ServiceProcess, world: World) {
  const body = JSON.stringify(goodSubmission(world))
  const response = await fetch(`${url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.equal(response.status, 201)
  return (await response.json()) as { id: string }
}

const nowhere = 'http://127.0.0.1:9/hook'
const standardSecret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`

const formats: [
  format: string,
  over: { secret: string; format?: string },
  environment: NodeJS.ProcessEnv,
  header: string,
][] = [
  ['default', { secret }, {}, 'x-launchscore-signature'],
  ['default under another service name', { secret }, { SERVICE_NAME: 'My Scores' }, 'x-myscores-signature'],
  ['standard-webhooks', { secret: standardSecret, format: 'standard-webhooks' }, {}, 'webhook-signature'],
]
for (const [format, over, environment, header] of formats)
  test(`webhooks listen --url forwards the feed with the headers of a delivery: ${format}`, async (t) => {
    const [folder, world] = [await makeFolder(t), await startWorld(t)]
    const receiver = await startReceiver({ secret: over.secret })
    t.after(receiver.close)
    const service = await startHere(t, folder, environment)
    await score(service, world) // before the listener starts
    const { id, key } = await subscribe(service, folder, nowhere, over)
    const from = ['--url', service.url, '--key-file', await saveText(t, key), '--subscription', id]
    const to = ['--forward-to', `${receiver.url}/local`, '--secret-file', await saveText(t, over.secret)]
    const listening = await startForwarding(t, [...from, ...to])
    const made = await score(service, world)
    await receiver.until(1)
    const [arrived = assert.fail('nothing arrived')] = receiver.arrived
    assert.deepEqual([arrived.path, arrived.verdict, arrived.event], ['/local', 'good', 'score.created'])
    assert.ok(header in arrived.headers)
    assert.equal((JSON.parse(arrived.body) as { data: { scoreId: string } }).data.scoreId, made.id)
    const feed = await fetch(`${service.url}/v1/webhooks/${id}/events`, { headers: { authorization: `Bearer ${key}` } })
    const { events } = (await feed.json()) as { events: { deliveryId: string; body: string }[] }
    const last = events.at(-1)
    assert.deepEqual([arrived.deliveryId, arrived.body], [last?.deliveryId, last?.body])
    const { event, deliveryId, status, body } = await listening.next()
    assert.deepEqual([event, deliveryId, status, body], ['score.created', last?.deliveryId, 200, last?.body])
    assert.equal(await listening.end(), 0)
    assert.ok(!listening.said().includes(key))
  })

const toScoreId = ({ body }: Record<string, unknown>) =>
  (JSON.parse(String(body)) as { data: { scoreId: string } }).data.scoreId

test('webhooks listen --url goes on after an outage of the service and misses no event', async (t) => {
  const [folder, world] = [await makeFolder(t), await startWorld(t)]
  const first = await startHere(t, folder)
  const { key } = await subscribe(first, folder, nowhere)
  const port = new URL(first.url).port
  const listening = await startForwarding(t, ['--url', first.url, '--key-file', await saveText(t, key)])
  const one = await score(first, world)
  assert.equal(toScoreId(await listening.next()), one.id)
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const second = await startHere(t, folder, { PORT: port })
  const two = await score(second, world)
  assert.equal(toScoreId(await listening.next()), two.id)
  assert.equal(await listening.end(), 0)
})

test('webhooks listen --url ends when nobody reads its output', { timeout: 60_000 }, async (t) => {
  const [folder, world] = [await makeFolder(t), await startWorld(t)]
  const service = await startHere(t, folder)
  const { key } = await subscribe(service, folder, nowhere)
  const listening = await startForwarding(t, ['--url', service.url, '--key-file', await saveText(t, key)])
  const ended = stopReading(listening.child)
  await score(service, world)
  assert.equal(await ended, 0)
})

test('webhooks trigger sends the newest event of a feed or an example, signed', async (t) => {
  const [folder, world] = [await makeFolder(t), await startWorld(t)]
  const receiver = await startReceiver({ secret })
  t.after(receiver.close)
  const service = await startHere(t, folder)
  const { key } = await subscribe(service, folder, nowhere)
  await score(service, world)
  const { id } = await score(service, world)
  const common = ['--forward-to', receiver.url, '--secret-file', await saveText(t, secret)]
  const remote = ['--url', service.url, '--key-file', await saveText(t, key)]
  const trigger = (...args: string[]) => runCli(['webhooks', 'trigger', ...args, ...common, '--json'], {})
  assert.equal((await trigger('score.created', ...remote)).status, 0)
  const fromFeed = await trigger('launch.scheduled', ...remote)
  assert.deepEqual([fromFeed.status, /Sending an example/.test(fromFeed.stderr)], [0, true])
  for (const name of ['score.created', 'enrollment.created', 'attestation.published'])
    assert.equal((await trigger(name)).status, 0)
  assert.deepEqual(
    receiver.arrived.map(({ event, verdict }) => [event, verdict]),
    ['score.created', 'launch.scheduled', 'score.created', 'enrollment.created', 'attestation.published'].map(
      (name) => [name, 'good'],
    ),
  )
  assert.equal((JSON.parse(receiver.arrived[0]?.body ?? '') as { data: { scoreId: string } }).data.scoreId, id)
  const refused = await runCli(['webhooks', 'trigger', 'score.created', '--forward-to', receiver.url], {})
  assert.equal(refused.status, 1, 'signed with a secret that the receiver does not know')
  assert.match(refused.stderr, /responded 401$/m)
})

test('webhooks trigger gives up after three retries of a busy service, and says why', async (t) => {
  let requests = 0
  const busy = createServer((_, response) => {
    requests += 1
    const error = { code: 'unavailable', message: 'Too many requests wait.' }
    response.writeHead(503, { 'retry-after': '0' }).end(JSON.stringify({ error }))
  })
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  t.after(() => busy.close())
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
  const args = ['--url', url, '--key-file', await saveText(t, 'lsc_test_x'), '--forward-to', 'http://127.0.0.1:9']
  const { status, stderr } = await runCli(['webhooks', 'trigger', 'score.created', ...args], {})
  assert.deepEqual([status, requests], [1, 4])
  assert.equal(stderr.match(/Trying again in 0 s/g)?.length, 3)
  assert.match(stderr, /The service responded with 503: Too many requests wait\.$/m)
})

const refusedCalls: [args: string[], status: number, words: RegExp][] = [
  [['listen', '--url', 'http://scores.example'], 2, /--url must be an https URL/],
  [['listen', '--url', 'https://scores.example'], 2, /missing --key-file or --key/],
  [['listen', '--secret', secret, '--forward-to', 'http://127.0.0.1:9'], 2, /--forward-to needs --url/],
  [['trigger', 'score.created'], 2, /required option '--forward-to <url>' not specified/],
  [['trigger', 'score.deleted', '--forward-to', 'http://127.0.0.1:9'], 2, /the event must be one of/],
  [['trigger', 'score.created', '--forward-to', 'mailto:me'], 2, /--forward-to must be/],
  [['trigger', 'score.created', '--forward-to', 'http://127.0.0.1:9'], 1, /did not respond/],
]
for (const [args, expected, words] of refusedCalls)
  test(`webhooks ${args.join(' ').slice(0, 60)}: exit status ${expected} and a reason`, async () => {
    const { status, stderr } = await runCli(['webhooks', ...args], {})
    assert.equal(status, expected)
    assert.match(stderr, words)
  })

test('webhooks list, disable, enable and delete act on the subscriptions of any key', async (t) => {
  const folder = await makeFolder(t)
  const service = await startHere(t, folder)
  const { id, key } = await subscribe(service, folder, nowhere)
  const other = await subscribe(service, folder, nowhere)
  const run = (...args: string[]) => runCli(['webhooks', ...args], { DATA_DIR: folder })
  const list = async (...args: string[]) =>
    (JSON.parse((await run('list', '--json', ...args)).stdout) as { id: string; active: boolean; key: string }[]).map(
      ({ id, active, key }) => ({ id, active, key }),
    )
  const prefix = key.slice(0, 17)
  assert.deepEqual(await list('--key', prefix), [{ id, active: true, key: prefix }])
  assert.equal((await list()).length, 2)
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${service.url}/v1/webhooks/${id}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as { disabledReason?: string; active?: boolean } }
  }
  assert.deepEqual(await run('disable', id), { status: 0, stdout: `${id} is disabled\n`, stderr: '' })
  assert.equal((await ask('GET', '')).body.disabledReason, 'operator')
  assert.equal((await ask('POST', '/resume')).status, 409)
  assert.equal((await ask('PATCH', '', { active: true })).status, 409)
  assert.match((await run('list')).stdout, new RegExp(`^${id}  inactive \\(operator\\)  ${prefix}`, 'm'))
  assert.equal((await run('enable', id)).status, 0)
  assert.equal((await ask('GET', '')).body.active, true)
  await runCli(['keys', 'revoke', prefix], { DATA_DIR: folder })
  assert.match((await run('enable', id)).stderr, /all API keys of this subscription are revoked/)
  assert.deepEqual(await run('delete', id), { status: 0, stdout: `${id} is deleted\n`, stderr: '' })
  assert.deepEqual(
    (await list()).map((one) => one.id),
    [other.id],
  )
  for (const command of ['disable', 'enable', 'delete']) {
    const { status, stderr } = await run(command, id)
    assert.deepEqual([status, stderr], [1, 'no subscription with this id; see webhooks list\n'])
  }
  assert.equal((await run('list', '--key', 'lsc_live_unknown1')).status, 1)
})
