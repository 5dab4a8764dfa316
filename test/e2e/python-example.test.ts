import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createSignedHeaders, createStandardHeaders } from '../../src/webhooks/signing.ts'
import { startApp, startWorld } from '../world/app.ts'

const folder = join(import.meta.dirname, '../../examples/python')

interface Outcome {
  status: number
  stdout: string
  stderr: string
}

const toStatus = ({ code }: { code?: unknown }) => (typeof code === 'number' ? code : -1)

/** Runs the example in Python, with `input` as its standard input: text, or an object as JSON. */
function run(args: string[], input: object | string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const child = execFile('python3', ['-I', ...args], { cwd: folder }, (error, stdout, stderr) =>
    resolve({ status: error ? toStatus(error) : 0, stdout, stderr }),
  )
  child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input))
  return promise
}

test('the Python example scores a launch, and prints a refusal with its request id', async (t) => {
  const world = await startWorld(t)
  const { app, submission } = await startApp(t, { world })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const scored = await run(['launchscore.py', url], submission())
  assert.equal(scored.status, 0, scored.stderr)
  const { id } = JSON.parse(scored.stdout) as { id: string }
  assert.equal((await app.inject({ url: `/v1/score/${id}` })).statusCode, 200)
  const refused = await run(['launchscore.py', url], submission({ symbol: '' }))
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /^bad_request: .*symbol.* \(request [\w-]+\)\n$/)
})

const score = `
import json, sys
sys.path.insert(0, ".")
from launchscore import ApiError, score_launch
try:
    score_launch(json.load(sys.stdin)["url"], {}, api_key="lsc_live_x")
except ApiError as error:
    print(error.status, error.code)`

async function listen(t: TestContext, respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the Python example follows no redirect: another host never gets the API key', async (t) => {
  const leaked: unknown[] = []
  const thief = await listen(t, ({ headers }, response) => {
    leaked.push(headers.authorization)
    response.end('{}')
  })
  const service = await listen(t, (_request, response) => response.writeHead(302, { location: thief }).end())
  assert.equal((await run(['-c', score], { url: service })).stdout, '302 unexpected\n')
  assert.deepEqual(leaked, [])
})

test('the Python example repeats a request under the same key after a lost connection', async (t) => {
  const keys: unknown[] = []
  const service = await listen(t, ({ headers, socket }, response) => {
    keys.push(headers['idempotency-key'])
    if (keys.length === 1) socket.destroy()
    else if (keys.length === 2)
      response.writeHead(201, { 'content-length': '100' }).end('{"id":', () => socket.destroy())
    else response.writeHead(201).end('{"id":"x"}')
  })
  const { status, stdout } = await run(['launchscore.py', service], {})
  assert.deepEqual([status, stdout], [0, '{"id": "x"}\n'])
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
})

test('the Python example repeats a cut 503, and refuses a page of a proxy', async (t) => {
  let count = 0
  const service = await listen(t, ({ socket }, response) => {
    if (++count > 1) return response.writeHead(201).end('{"id":"x"}')
    response.writeHead(503, { 'retry-after': '0', 'content-length': '100' }).write('{"er')
    return setImmediate(() => socket.destroy())
  })
  assert.equal((await run(['launchscore.py', service], {})).stdout, '{"id": "x"}\n')
  for (const text of ['<h1>Log in</h1>', '"Log in"']) {
    const page = await listen(t, (_request, response) => response.end(text))
    assert.equal((await run(['-c', score], { url: page })).stdout, '200 unexpected\n')
  }
})

test('the Python example repeats a 409 with Retry-After, and no other 409', async (t) => {
  let count = 0
  const error = JSON.stringify({ error: { code: 'conflict', message: 'An earlier request is still running.' } })
  const service = await listen(t, (_request, response) => {
    if (++count > 1) return response.writeHead(200).end('{"id":"x"}')
    return response.writeHead(409, { 'retry-after': '0' }).end(error)
  })
  assert.equal((await run(['launchscore.py', service], {})).stdout, '{"id": "x"}\n')
  const refusing = await listen(t, (_request, response) => response.writeHead(409).end(error))
  assert.equal((await run(['-c', score], { url: refusing })).stdout, '409 conflict\n')
})

test('the Python example: one line for wrong usage and for a host that is down', async (t) => {
  const service = await listen(t, (_request, response) => response.end())
  const cases: [string[], object | string, RegExp][] = [
    [[], {}, /^Usage: .*\n$/],
    [[service], '{"name":', /^The submission is not JSON: .*\n$/],
    [['http://127.0.0.1:1'], {}, /^http:\/\/127\.0\.0\.1:1 did not respond: .*\n$/],
    [['localhost'], {}, /^Usage: .*\n$/],
  ]
  for (const [args, input, line] of cases) {
    const { status, stderr } = await run(['launchscore.py', ...args], input)
    assert.equal(status, 1)
    assert.match(stderr, line)
  }
})

test('the Python example ends with the error if Retry-After is long or a date', async (t) => {
  for (const wait of ['86400', 'Tue, 01 Dec 2026 08:00:00 GMT', '-1']) {
    const body = JSON.stringify({ error: { code: 'unavailable', message: 'Later.' } })
    const service = await listen(t, (_request, response) => response.writeHead(503, { 'retry-after': wait }).end(body))
    assert.equal((await run(['-c', score], { url: service })).stdout, '503 unavailable\n', wait)
  }
})

const at = new Date('2026-12-01T08:00:00Z')
const now = at.getTime() / 1000
const body = '{"event":"score.created","data":{"name":"Ω"}}'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const own = (by: string) =>
  createSignedHeaders({ serviceName: 'Sock Score', event: 'score.created', deliveryId: 'd', body, secret: by, at })
const standard = (...secrets: string[]) =>
  createStandardHeaders({ serviceName: 'Sock Score', deliveryId: 'd', body, secrets, at })

const check = `
import json, sys
sys.path.insert(0, ".")
from launchscore import verify_webhook
def verdict(one):
    try:
        return verify_webhook(one["headers"], one["body"].encode(), one["secrets"], one["now"])["event"]
    except ValueError as error:
        return str(error)
print(json.dumps([verdict(one) for one in json.load(sys.stdin)]))`

test('the Python example accepts genuine deliveries of both formats, and no others', async () => {
  const forged = 'The signature does not match the body'
  const stale = 'The timestamp is too old or in the future'
  const unsigned = 'The delivery has no signature'
  const cases = [
    { headers: own(secret), expected: 'score.created' },
    { headers: own(secret), secrets: [other, secret], expected: 'score.created' },
    { headers: own(other), expected: forged },
    { headers: own(secret), body: `${body} `, expected: forged },
    { headers: own(secret), now: now + 301, expected: stale },
    { headers: own(secret), now: now - 301, expected: stale },
    { headers: standard(secret), expected: 'score.created' },
    { headers: standard(other, secret), expected: 'score.created' },
    { headers: standard(other), expected: forged },
    { headers: { ...standard(secret), 'webhook-id': 'another' }, expected: forged },
    { headers: standard(secret), now: now + 301, expected: stale },
    { headers: {}, expected: unsigned },
    { headers: { 'X-Gateway-Signature': 'abc', ...own(secret) }, expected: 'score.created' },
    { headers: { 'X-Gateway-Signature': 'abc' }, expected: unsigned },
    { headers: { ...own(secret), 'X-SockScore-Delivery': '' }, expected: unsigned },
    { headers: { ...standard(secret), 'webhook-id': '' }, expected: unsigned },
  ]
  const { stdout, stderr } = await run(
    ['-c', check],
    cases.map((one) => ({ body, secrets: secret, now, ...one })),
  )
  assert.equal(stderr, '')
  assert.deepEqual(
    JSON.parse(stdout),
    cases.map(({ expected }) => expected),
  )
})

await import('../world/close-shared-db.ts')
