// Builds the Python client as a source distribution, installs it in an environment of its own, and runs its tests, its type
// checks and the examples of its README.
import assert from 'node:assert/strict'
import { type ExecFileException, execFile } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createSignedHeaders, createStandardHeaders } from '../../src/webhooks/signing.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { ask, startWorld } from '../world/app.ts'
import { verdict } from '../world/model.ts'
import { secret as receiverSecret, startWebhooks } from '../world/webhooks.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/python')
const long = { timeout: 600_000 }
let work = ''
let environment = ''
let python = ''

before(async () => {
  work = await mkdtemp(join(tmpdir(), 'python-client-'))
  environment = join(work, 'environment')
  python = join(environment, 'bin/python')
  await prepareEnvironment()
  await installClient()
}, long)

after(() => rm(work, { recursive: true, force: true }))

interface Outcome {
  status: number
  stdout: string
  stderr: string
}

const toStatus = (error: ExecFileException | null) =>
  typeof error?.code === 'number' ? error.code : Number(error !== null)

/** Runs a program to its end, in a folder outside the checkout unless it is given. */
function run(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  execFile(program, args, { cwd: work, ...options, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
    resolve({ status: toStatus(error), stdout, stderr }),
  )
  return promise
}

async function runWell(...[program, args, options]: Parameters<typeof run>): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, options)
  assert.equal(status, 0, `${args.join(' ')}\n${stdout.slice(-4000)}\n${stderr.slice(-8000)}`)
  return stdout
}

/** Of the system's Python, whose packages bring setuptools and mypy. */
const systemPython = '/usr/bin/python3'

async function prepareEnvironment(): Promise<void> {
  await runWell(systemPython, ['-m', 'venv', '--clear', '--system-site-packages', environment])
}

/** From the source distribution, which has no openapi.json beside it: what the build generated must be in it. */
async function installClient(): Promise<void> {
  const folder = join(work, 'checkout/clients/python')
  await mkdir(folder, { recursive: true })
  await Promise.all([
    copyFile(join(root, 'openapi.json'), join(work, 'checkout/openapi.json')),
    cp(source, folder, { recursive: true, filter: (path) => !/(_api\.py|egg-info|__pycache__|\/build)$/.test(path) }),
  ])
  const build = `from setuptools import build_meta; print(build_meta.build_sdist(${JSON.stringify(work)}))`
  const file = (await runWell(python, ['-c', build], { cwd: folder })).trim().split('\n').at(-1) ?? ''
  const { version } = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8')) as { version: string }
  assert.equal(file, `launchscore-${version}.tar.gz`, 'the clients have one version')
  const installing = ['install', '--quiet', '--no-deps', '--no-build-isolation', '--force-reinstall', join(work, file)]
  await runWell(python, ['-m', 'pip', ...installing])
  await cp(join(source, 'tests'), join(work, 'tests'), { recursive: true })
  await copyFile(join(source, 'pyproject.toml'), join(work, 'pyproject.toml'))
}

const at = new Date('2026-12-01T08:00:00Z')
const now = at.getTime() / 1000
const body = '{"event":"score.created","data":{"name":"Ω"}}'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const facts = { serviceName: 'Sock Score', event: 'score.created', deliveryId: 'd' }
const own = (by: string) => createSignedHeaders({ ...facts, body, secret: by, at })
const standard = (...secrets: string[]) => createStandardHeaders({ ...facts, body, secrets, at })

const good = 'score.created'
const deliveries = [
  { what: 'default format', headers: own(secret), expected: good },
  { what: 'during a rotation', headers: own(secret), secrets: [other, secret], expected: good },
  { what: 'another secret', headers: own(other), expected: 'forged' },
  { what: 'another body', headers: own(secret), body: `${body} `, expected: 'forged' },
  { what: 'no secret', headers: own(secret), secrets: [], expected: 'forged' },
  { what: 'from the future', headers: own(secret), now: now - 301, expected: 'stale' },
  { what: 'old', headers: own(secret), now: now + 301, expected: 'stale' },
  { what: 'just in time', headers: own(secret), now: now + 300, expected: good },
  { what: 'Standard Webhooks', headers: standard(secret), expected: good },
  { what: 'Standard Webhooks, rotating', headers: standard(other, secret), expected: good },
  { what: 'Standard Webhooks, another secret', headers: standard(other), expected: 'forged' },
  {
    what: 'Standard Webhooks, another id',
    headers: { ...standard(secret), 'webhook-id': 'another' },
    expected: 'forged',
  },
  { what: 'Standard Webhooks, old', headers: standard(secret), now: now + 301, expected: 'stale' },
  { what: 'no headers', headers: {}, expected: 'unsigned' },
  { what: 'a proxy’s signature too', headers: { 'X-Gateway-Signature': 'abc', ...own(secret) }, expected: good },
  { what: 'a proxy’s signature alone', headers: { 'X-Gateway-Signature': 'abc' }, expected: 'unsigned' },
  { what: 'no delivery id', headers: { ...own(secret), 'X-SockScore-Delivery': '' }, expected: 'unsigned' },
  { what: 'Standard Webhooks, no id', headers: { ...standard(secret), 'webhook-id': '' }, expected: 'unsigned' },
].map((one) => ({ body, secrets: secret, now, ...one }))

/** The service on a port, with the address of a picture, a key, and one delivery that it has sent. */
async function start(t: TestContext) {
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const world = await startWorld(t, { model: { judge: verdict } })
  const service = await startWebhooks(t, { world, environment: { PUBLIC_URL: url } })
  const id = await service.subscribe()
  assert.equal((await service.score()).status, 201)
  await service.runDispatch()
  await ask(service.app, { method: 'DELETE', url: `/v1/webhooks/${id}`, headers: { ...service.holder } })
  await service.app.listen({ host: '127.0.0.1', port })
  const [arrived] = service.receiver.arrived
  assert.ok(arrived)
  return { ...service, url, arrived, key: service.holder.authorization.replace('Bearer ', '') }
}

test('the Python client passes its tests against the service', long, async (t) => {
  const { url, key, submission, arrived, clock } = await start(t)
  const delivery = {
    headers: arrived.headers,
    body: arrived.body,
    secret: receiverSecret,
    now: clock.now().getTime() / 1000,
  }
  const env = {
    PATH: process.env['PATH'],
    OPENAPI: join(root, 'openapi.json'),
    SERVICE_URL: url,
    SERVICE_KEY: key,
    SUBMISSION: JSON.stringify(submission()),
    IMAGE: join(root, 'dev/images/left-sock.png'),
    DELIVERY: JSON.stringify(delivery),
    DELIVERIES: JSON.stringify(deliveries),
  }
  const { status, stderr } = await run(python, ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'], { env })
  assert.equal(status, 0, stderr.slice(-8000))
  const [, count = '0'] = /^Ran (\d+) tests/m.exec(stderr) ?? []
  assert.ok(Number(count) > 20, stderr)
})

test('the Python client and its tests have no type errors under mypy --strict', long, async () => {
  const out = await runWell(python, ['-m', 'mypy', '--strict', '-p', 'launchscore', '-p', 'tests'])
  assert.match(out, /^Success: no issues found in \d+ source files/)
  const wrong = join(work, 'wrong.py')
  await writeFile(wrong, 'from launchscore import Client\nClient("https://x").get_score(1)["bnad"]\n')
  const { status, stdout } = await run(python, ['-m', 'mypy', '--strict', wrong])
  assert.equal(status, 1)
  assert.match(stdout, /has incompatible type "int"; expected "str"/)
  assert.match(stdout, /has no key "bnad"/)
})

test('a new operation, schema and event of openapi.json need no change of the generator', async () => {
  const document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>
    components: { schemas: Record<string, object> }
    webhooks: Record<string, object>
  }
  const entry = {
    type: 'object',
    nullable: true,
    required: ['in'],
    properties: { in: { type: 'string', enum: ['it\'s """', '\\'] } },
  }
  document.components.schemas['Ticket'] = { allOf: [{ $ref: '#/components/schemas/UploadedImage' }, entry] }
  document.paths['/api/v1/tickets/{from}'] = {
    get: {
      operationId: 'listTicketsHTTP',
      description: 'Ends with """ and "',
      parameters: [
        { name: 'from', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'X-First', in: 'header', schema: { type: 'string' } },
        { name: 'chain-id', in: 'query', required: true, schema: { type: ['integer', 'null'] } },
        { name: 'cursor', in: 'query', schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: '',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['tickets', 'nextCursor'],
                properties: {
                  tickets: {
                    type: 'array',
                    items: { anyOf: [{ $ref: '#/components/schemas/Ticket' }, { type: 'null' }] },
                  },
                  nextCursor: { type: 'string', nullable: true },
                },
              },
            },
          },
        },
      },
    },
  }
  const body = { type: 'object', required: ['event'], properties: { event: { const: 'ticket.made' } } }
  document.webhooks['ticket.made'] = { post: { requestBody: { content: { 'application/json': { schema: body } } } } }
  const folder = join(work, 'changed')
  await cp(join(source, 'src/launchscore'), join(folder, 'launchscore'), { recursive: true })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const generate = `import sys; sys.path.insert(0, ${JSON.stringify(source)}); import generate
generate.write_module("openapi.json", "launchscore/api.py")`
  await runWell(python, ['-B', '-c', generate], { cwd: folder })
  const use = `from launchscore import Client, api
def show(client: Client, event: api.WebhookEvent) -> None:
    for ticket in client.iter_tickets_http("x", chain_id=None):
        if ticket is not None:
            reveal_type(ticket["in"])
            reveal_type(ticket["imageUrl"])
    if event["event"] == "ticket.made":
        reveal_type(event)
`
  await writeFile(join(folder, 'use.py'), use)
  const { stdout } = await run(python, ['-m', 'mypy', '--strict', 'use.py'], { cwd: folder, env: { MYPYPATH: folder } })
  assert.match(stdout, /:5: note: Revealed type is ".*Literal\['it\\'s .*Literal\['/)
  assert.match(stdout, /:6: note: Revealed type is ".*str"/)
  assert.match(stdout, /Revealed type is "TypedDict\([^)]*TicketMadeEvent/)
  assert.match(stdout, /Success: no issues/)
})

test('each example of the Python client’s README runs against the service', long, async (t) => {
  const { url, key, score, submission } = await start(t)
  const text = await readFile(join(source, 'README.md'), 'utf8')
  const examples = [...text.matchAll(/```python\n(.*?)```/gs)].map(([, code = '']) => code)
  assert.equal(examples.length, 8)
  assert.equal((await score({ contractAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3' })).status, 201)
  await copyFile(join(root, 'dev/images/left-sock.png'), join(work, 'left-sock.png'))
  const port = await freePort('127.0.0.1', 0)
  const printed: string[] = []
  for (const code of examples) {
    const own = code
      .replaceAll('https://launchscore.example', url)
      .replaceAll('https://pictures.example/left-sock.png', String(submission()['imageUrl']))
      .replaceAll('lsc_live_…', key)
      .replaceAll('9000', String(port))
    const running = runWell(python, ['-c', own], { env: { WEBHOOK_SECRET: secret } })
    if (code.includes('WEBHOOK_SECRET')) await deliver(`http://127.0.0.1:${port}`, running)
    printed.push(await running)
  }
  assert.match(printed[0] ?? '', /^[\d.]+ (green|amber|red)\n$/)
  assert.match(printed[2] ?? '', /^(\w+ [\d.]+\n){6}score [\d.]+\n$/)
  assert.match(printed[3] ?? '', /^http:.*\/v1\/images\/\w+\n$/)
  assert.match(printed[4] ?? '', /^Left Sock [\d.]+$/m)
  assert.match(printed[5] ?? '', /^unsigned\n[\d.]+\n$/)
  assert.match(printed[6] ?? '', /^not_found 404 [0-9a-f-]{36} \[\]\n$/)
  assert.equal(printed[7], 'score.created evt_1\n')
})

/** Sends a delivery as soon as the receiver listens. */
async function deliver(url: string, running: Promise<unknown>): Promise<void> {
  const body = '{"id":"evt_1","event":"score.created","data":{}}'
  const headers = createSignedHeaders({ ...facts, body, secret, at: new Date() })
  const ended = running.then(
    () => true,
    () => true,
  )
  for (;;) {
    const response = await fetch(url, { method: 'POST', body, headers }).catch(() => undefined)
    if (response) return assert.equal(response.status, 204)
    if (await Promise.race([ended, pause(50, false)])) return undefined // its own error is reported
  }
}

await import('../world/close-shared-db.ts')
