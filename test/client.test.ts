import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { LaunchscoreError, createClient } from '../client/src/index.ts'
import { operationList } from '../client/src/operations.ts'
import { freePort } from '../dev/world/free-port.ts'
import { clientFiles } from '../web/client-files.ts'
import { verdict } from './world/model.ts'
import { goodSubmission, startApp, startWorld } from './world/app.ts'

async function start(t: TestContext) {
  const world = await startWorld(t, { model: { judge: verdict } })
  const { app } = await startApp(t, { world })
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return { client: createClient({ baseUrl }), baseUrl, submission: goodSubmission(world) }
}

/** A service whose responses are given, in their order; the last one is repeated. */
async function startScripted(t: TestContext, ...responses: ((response: ServerResponse) => void)[]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    responses[Math.min(requests.length, responses.length) - 1]?.(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { baseUrl: `http://127.0.0.1:${port}`, requests }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const fail =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
      .end(JSON.stringify({ error: { code, message: 'No.' } }))

const succeed = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"launches":[],"limit":20,"nextCursor":null}')

void test('the client has a method for each operation of openapi.json', () => {
  for (const [path, text] of Object.entries(clientFiles())) assert.equal(readFileSync(path, 'utf8'), text, path)
  const client = createClient({ baseUrl: 'https://launchscore.example' })
  for (const id of Object.keys(operationList)) assert.equal(typeof client[id as keyof typeof operationList], 'function')
})

void test('a launch is scored and read again, and its signals arrive as events', async (t) => {
  const { client, submission } = await start(t)
  const made = await client.createScore(submission)
  assert.deepEqual(await client.getScore(made.id), made)
  const again = await client.createScore(submission, { idempotencyKey: 'one' })
  assert.deepEqual(await client.createScore(submission, { idempotencyKey: 'one' }), again)
  const events = await collect(client.streamScore({ ...submission, name: 'Right Sock' }))
  const signals = events.flatMap((one) => (one.type === 'signal' ? one.signal : []))
  assert.deepEqual(signals.toSorted(), ['creator', 'image', 'meme', 'name', 'risk', 'social'])
  const last = events.at(-1)
  assert.ok(last?.type === 'score' && last.score.submission.name === 'Right Sock')
  const replayed = await collect(client.streamScore(submission, { idempotencyKey: 'one' }))
  assert.deepEqual(replayed, [{ type: 'score', score: again }])
  const image = await client.uploadImage(new Blob([readFileSync('dev/images/left-sock.png')]))
  const hash = image.imageUrl.split('/').at(-1) ?? ''
  assert.equal((await client.getImage(hash)).type, 'image/png')
  assert.match(await client.getLlmsText(), /^# /)
})

void test('an error of the API has its code, fields and request id', async (t) => {
  const { client, submission } = await start(t)
  await assert.rejects(client.createScore({ ...submission, name: '' }), (error) => {
    assert.ok(error instanceof LaunchscoreError)
    assert.deepEqual([error.code, error.status, error.details[0]?.path], ['bad_request', 400, 'name'])
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
    return true
  })
  await assert.rejects(client.streamScore({ ...submission, name: '' }).next(), { code: 'bad_request' })
  await assert.rejects(client.getScore('0190a2b4-0000-7000-8000-000000000000'), { code: 'not_found', status: 404 })
})

void test('each() goes through all pages, and requests the next one only when it is needed', async (t) => {
  const { client, submission } = await start(t)
  for (const [at, name] of ['Left', 'Right', 'Third'].entries())
    await client.createScore({
      ...submission,
      name: `${name} Sock`,
      creatorAddress: `0x${String(at + 1).padStart(40, '0')}`,
    })
  const newest = await collect(client.listScores.each({ limit: 2 }))
  assert.deepEqual(
    newest.map(({ name }) => name),
    ['Third Sock', 'Right Sock', 'Left Sock'],
  )
  const { scores } = await client.lookup({ scores: newest.map(({ scoreId }) => scoreId) })
  assert.deepEqual(scores, newest)
  const entries = await collect(client.listLeaderboards.each({ limit: 2 }))
  assert.deepEqual(entries.map(({ name }) => name).toSorted(), ['Left Sock', 'Right Sock', 'Third Sock'])
  const { baseUrl, requests } = await startScripted(t, (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ launches: [{ name: 'a' }, { name: 'b' }], nextCursor: 'next' })),
  )
  for await (const { name } of createClient({ baseUrl }).listLaunches.each()) if (name === 'b') break
  assert.equal(requests.length, 1)
})

void test('a read is repeated after a passing fault, a path value is encoded', async (t) => {
  const soon = { 'retry-after': '0' }
  const faults = [fail(503, 'unavailable', soon), fail(429, 'rate_limit', soon)]
  const { baseUrl, requests } = await startScripted(t, ...faults, succeed)
  await createClient({ baseUrl, apiKey: 'k' }).getLaunch('a/b?c')
  assert.deepEqual(
    requests.map(({ url, headers }) => [url, headers.authorization]),
    Array.from({ length: 3 }, () => ['/v1/launch/a%2Fb%3Fc', 'Bearer k']),
  )
})

void test('a value that would lead to another path is refused before a request', async (t) => {
  const { baseUrl, requests } = await startScripted(t, succeed)
  const client = createClient({ baseUrl, apiKey: 'k' })
  for (const value of ['', '.', '..']) {
    await assert.rejects(client.getLaunch(value), TypeError, value)
    await assert.rejects(client.unsubscribe('x', value), TypeError, value)
  }
  assert.deepEqual(requests, [])
})

void test('the retries of a scoring share one Idempotency-Key', async (t) => {
  const { baseUrl, requests } = await startScripted(t, (response) => response.destroy(), succeed)
  const client = createClient({ baseUrl })
  const submission = goodSubmission()
  await client.createScore(submission)
  await client.createScore(submission)
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys[0], keys[1])
  assert.notEqual(keys[1], keys[2])
})

void test('a request that may have taken effect is not repeated', async (t) => {
  const { baseUrl, requests } = await startScripted(t, fail(502, 'upstream', { 'retry-after': '0' }))
  const client = createClient({ baseUrl })
  await assert.rejects(client.publishScore('x'), { code: 'upstream' })
  assert.equal(requests.length, 1)
})

void test('an error that stays is thrown after the last retry, with the time to wait', async (t) => {
  const { baseUrl, requests } = await startScripted(t, fail(429, 'rate_limit', { 'retry-after': '3600' }))
  const client = createClient({ baseUrl })
  await assert.rejects(client.listLaunches(), { code: 'rate_limit', retryAfterSeconds: 3600, requestId: 'r-1' })
  assert.equal(requests.length, 1) // an hour is longer than a retry waits
  const unavailable = await startScripted(t, fail(503, 'unavailable', { 'retry-after': '0' }))
  await assert.rejects(createClient({ baseUrl: unavailable.baseUrl, maxRetries: 3 }).listLaunches(), { status: 503 })
  assert.equal(unavailable.requests.length, 4)
})

void test('a proxy’s page, a redirect, silence and an abort are errors of their own', async (t) => {
  const page = await startScripted(t, (response) => response.writeHead(500).end('<h1>Bad gateway</h1>'))
  await assert.rejects(createClient(page).listLaunches(), { code: 'unexpected', status: 500 })
  const moved = await startScripted(t, (response) => response.writeHead(302, { location: '/elsewhere' }).end())
  await assert.rejects(createClient(moved).listLaunches(), { code: 'unexpected', status: 302 })
  assert.equal(moved.requests.length, 1)
  const silent = await startScripted(t, () => {})
  const client = createClient({ ...silent, maxRetries: 0, timeoutMs: 50 })
  await assert.rejects(client.listLaunches(), { code: 'timeout', status: undefined })
  const aborted = AbortSignal.abort(new Error('Enough.'))
  await assert.rejects(client.listLaunches({}, { signal: aborted }), { message: 'Enough.' })
  const cut = await startScripted(t, (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    setImmediate(() => response.destroy())
  })
  await assert.rejects(createClient(cut).listLaunches(), { code: 'connection' })
  await assert.rejects(client.getScore(''), TypeError)
})

const cutShort = (response: ServerResponse) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '100', 'x-request-id': 'r-2' })
    .write('{')
  setImmediate(() => response.destroy())
}

void test('a response that breaks off is repeated, and its error has the request id', async (t) => {
  const { baseUrl, requests } = await startScripted(t, cutShort, succeed)
  assert.deepEqual((await createClient({ baseUrl }).listLaunches()).launches, [])
  assert.equal(requests.length, 2)
  const { baseUrl: broken } = await startScripted(t, cutShort)
  const failing = createClient({ baseUrl: broken, maxRetries: 0 }).listLaunches()
  await assert.rejects(failing, { code: 'connection', status: 200, requestId: 'r-2' })
})

void test('a 200 that is not one of the API is unexpected, and not repeated', async (t) => {
  for (const body of ['<h1>Log in</h1>', '', 'null']) {
    const { baseUrl, requests } = await startScripted(t, (response) => response.writeHead(200).end(body))
    const client = createClient({ baseUrl })
    await assert.rejects(client.getScore('x'), { name: 'LaunchscoreError', code: 'unexpected', status: 200 }, body)
    await assert.rejects(client.streamScore(goodSubmission()).next(), { code: 'unexpected', status: 200 }, body)
    assert.equal(requests.length, 2)
  }
})

void test('an abort while an error is read, or before a retry, is thrown at once', async (t) => {
  const { baseUrl } = await startScripted(t, (response) => {
    response.writeHead(503, { 'retry-after': '600', 'content-length': '100' }).write('{')
  })
  const client = createClient({ baseUrl, maxRetryDelayMs: 600_000 })
  const leaving = new AbortController()
  const asked = client.listLaunches({}, { signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('Enough.')), 50)
  await assert.rejects(asked, { message: 'Enough.' })
  await assert.rejects(createClient({ baseUrl, timeoutMs: 50, maxRetries: 0 }).listLaunches(), { code: 'timeout' })
})

void test('409 with Retry-After is repeated with the same Idempotency-Key', async (t) => {
  const running = fail(409, 'conflict', { 'retry-after': '0' })
  const { baseUrl, requests } = await startScripted(t, running, succeed)
  await createClient({ baseUrl }).createScore(goodSubmission())
  assert.deepEqual(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size, 1)
  const other = await startScripted(t, fail(409, 'conflict'))
  await assert.rejects(createClient(other).createScore(goodSubmission()), { code: 'conflict' })
  assert.equal(other.requests.length, 1)
})

void test('settings that can’t be used are thrown as they are, before a request', async (t) => {
  const { baseUrl, requests } = await startScripted(t, succeed)
  for (const wrong of ['launchscore.example', 'https://', 'https:///v1', 'http://[::1/', 'ftp://launchscore.example'])
    assert.throws(() => createClient({ baseUrl: wrong }), { name: 'TypeError', message: /^baseUrl must be a URL like/ })
  for (const [apiKey, words] of [
    ['lsc_live_…', /^apiKey must be printable ASCII .* character 10 is not/],
    ['lsc_live_a b', /^apiKey must be printable ASCII .* character 11 is not/],
    ['“lsc_live_a”', /character 1 is not/],
    [' ', /^apiKey is empty/],
  ] as const)
    assert.throws(() => createClient({ baseUrl, apiKey }), { name: 'TypeError', message: words })
  await createClient({ baseUrl, apiKey: 'lsc_live_a\n' }).listLaunches() // as read from a file
  assert.equal(requests.splice(0)[0]?.headers.authorization, 'Bearer lsc_live_a')
  const keyed = createClient({ baseUrl }).createScore(goodSubmission(), { idempotencyKey: '…' })
  await assert.rejects(keyed, { name: 'TypeError', message: /^idempotencyKey must be printable ASCII/ })
  await assert.rejects(createClient({ baseUrl, timeoutMs: Infinity }).listLaunches(), RangeError)
  assert.equal(requests.length, 0)
})

void test('a key goes over http to the machine itself alone', () => {
  const apiKey = 'lsc_live_a'
  for (const baseUrl of [
    'http://launchscore.example',
    'HTTP://10.0.0.1:8080',
    'http://localhost.example',
    'http://127.0.0.1.example',
  ])
    assert.throws(() => createClient({ baseUrl, apiKey }), { name: 'TypeError', message: /must begin with https:\/\// })
  for (const baseUrl of [
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]:8080',
    'http://app.localhost',
    'https://launchscore.example',
  ])
    createClient({ baseUrl, apiKey })
  createClient({ baseUrl: 'http://launchscore.example' })
})

/** The message of the error of a request. */
const say = (baseUrl: string, options = {}) =>
  createClient({ baseUrl, maxRetries: 0, ...options })
    .listLaunches()
    .then(
      () => '',
      ({ message }: Error) => message,
    )

void test('the message of an error names the host and the cause', async (t) => {
  const port = await freePort('127.0.0.1', 0)
  assert.match(
    await say(`http://127.0.0.1:${port}`),
    new RegExp(`^The connection to 127\\.0\\.0\\.1:${port} failed: .*ECONNREFUSED`),
  )
  assert.match(await say(`http://localhost:${port}`), /^The connection to localhost:\d+ failed: .*ECONNREFUSED/)
  assert.match(
    await say('http://no-such-host.invalid'),
    /^The connection to no-such-host\.invalid failed: .*(ENOTFOUND|EAI_AGAIN)/,
  )
  const silent = await startScripted(t, () => {})
  assert.match(
    await say(silent.baseUrl, { timeoutMs: 50 }),
    /^127\.0\.0\.1:\d+ sent no complete response within 50 ms$/,
  )
  const page = await startScripted(t, (response) => response.writeHead(500).end('<h1>Bad gateway</h1>'))
  assert.match(await say(page.baseUrl), /^127\.0\.0\.1:\d+ responded with 500 and a body that is not one of the API$/)
})

void test('onHeaders gets the standing of a token’s score; a Retry-After of 1.5 is no time', async (t) => {
  const { baseUrl } = await startScripted(t, (response) =>
    response.writeHead(200, { 'x-launchscore-standing': 'unsigned' }).end('{}'),
  )
  let standing: string | null = null
  const onHeaders = (headers: Headers) => void (standing = headers.get('x-launchscore-standing'))
  await createClient({ baseUrl }).getScoreByToken('0x00', { chainId: 56 }, { onHeaders })
  assert.equal(standing, 'unsigned')
  const odd = await startScripted(t, fail(429, 'rate_limit', { 'retry-after': '1.5' }))
  const failing = createClient({ ...odd, maxRetries: 0 }).listLaunches()
  await assert.rejects(failing, { code: 'rate_limit', retryAfterSeconds: undefined })
})

void test('streamScore reads events with other line endings and more fields', async (t) => {
  const blocks = ['id: 1\r\nevent:signal\r\ndata:{"signal":"name",\r\ndata: "score":90,"stub":false}', ': ping']
  const { baseUrl } = await startScripted(t, (response) =>
    response
      .writeHead(200, { 'content-type': 'Text/Event-Stream' })
      .end([...blocks, 'event: score\r\ndata: {"id":"x"}', ''].join('\r\n\r\n')),
  )
  assert.deepEqual(await collect(createClient({ baseUrl }).streamScore(goodSubmission())), [
    { type: 'signal', signal: 'name', score: 90, stub: false },
    { type: 'score', score: { id: 'x' } },
  ])
})
