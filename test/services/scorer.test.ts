import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { maxScoreBytes } from '../../src/activity/budgets.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { goodSubmission, startWorld, type World, type WorldOptions } from '../world/app.ts'
import { openTestDb } from '../world/database.ts'
import { verdict } from '../world/model.ts'
import { readUsed } from '../world/operators.ts'
import { until } from '../world/waiting.ts'

// The service on a server, with scores made in a process of its own.

type Service = Awaited<ReturnType<typeof startScoring>>

async function startScoring(t: TestContext, options: WorldOptions = {}, environment: NodeJS.ProcessEnv = {}) {
  const world = await startWorld(t, options)
  const { db, url: database, close } = await openTestDb()
  t.after(close)
  const storage = { DATABASE_URL: database ?? '', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const service = await startLogged(t, { ...world.environment, ...storage, ...environment })
  const started = () => service.lines.filter(({ msg }) => msg === 'the scorer has started')
  return {
    ...service,
    world,
    db,
    score: (headers: Record<string, string> = {}, over: object = {}) => post(service.url, world, { headers, over }),
    starts: () => started().length,
    issueKey: async (...options: string[]) => {
      const args = ['keys', 'issue', '--tier', 'pro', '--label', 'Acme', '--owner', 'ops', '--json', ...options]
      return (JSON.parse((await runCli(args, storage)).stdout) as { key: string }).key
    },
    /** The id of the scorer that started as the first, second, … of this service. */
    pidOf: async (start: number) => {
      await until(() => started().length >= start)
      return Number(started()[start - 1]?.['pid'])
    },
    /** How many submissions and scores are stored. */
    countStored: async () => {
      const { rows } = await sql<{ submissions: number; scores: number }>`
        select (select count(*)::int from submissions) as submissions, (select count(*)::int from scores) as scores`.execute(
        db,
      )
      return [rows[0]?.submissions, rows[0]?.scores]
    },
  }
}

const post = (url: string, world: World, { headers, over }: { headers: Record<string, string>; over: object }) =>
  fetch(`${url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...goodSubmission(world), ...over }),
  })

const events = { accept: 'text/event-stream' }

/** A model that answers nothing until it is released. */
function createHeldModel() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const judge = (request: Parameters<typeof verdict>[0]) => released.then(() => verdict(request))
  return { model: { judge }, release }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const readMetrics = async ({ url }: Service) => (await fetch(`${url}/metrics`)).text()

/** Waits until the scorer makes as many scores. */
const untilScoring = (service: Service, scores: number) =>
  until(async () => {
    const running = /^launchscore_admission_running\{queue="scorings",process="scorer"\} (\d+)$/m
    return running.exec(await readMetrics(service))?.[1] === String(scores)
  })

test('POST /v1/score through a scorer: the record, its headers, its replay, and its errors', async (t) => {
  const service = await startScoring(t)
  assert.equal(service.starts(), 0)
  const key = { 'idempotency-key': 'order-1', 'x-request-id': 'request-1' }
  const scored = await service.score(key)
  const record = (await scored.json()) as { id: string; hasStubs: boolean }
  assert.deepEqual([scored.status, record.hasStubs], [201, false])
  await service.pidOf(1)
  assert.equal(scored.headers.get('location'), `/v1/score/${record.id}`)
  assert.equal(scored.headers.get('x-request-id'), 'request-1')
  assert.equal(scored.headers.get('access-control-allow-origin'), '*')
  assert.match(scored.headers.get('ratelimit') ?? '', /r=59/)
  assert.deepEqual(await (await fetch(`${service.url}/v1/score/${record.id}`)).json(), record)

  const replayed = await service.score(key)
  assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [200, 'true'])
  assert.deepEqual(await replayed.json(), record)
  const rescored = await fetch(`${service.url}/v1/score/${record.id}/rescore`, { method: 'POST' })
  assert.equal(rescored.status, 201)
  assert.equal(((await rescored.json()) as { rescoredFrom: string }).rescoredFrom, record.id)

  const invalid = await service.score({}, { xHandle: 'no handle' })
  const { error } = (await invalid.json()) as { error: { code: string; details: { path: string }[] } }
  assert.deepEqual(
    [invalid.status, error.code, error.details.map(({ path }) => path)],
    [400, 'bad_request', ['xHandle']],
  )
  const draft = await service.score({}, { draft: true })
  const { id, expiresAt } = (await draft.json()) as { id: string; expiresAt?: string }
  assert.deepEqual([draft.status, expiresAt === undefined], [201, false])
  assert.equal((await fetch(`${service.url}/v1/score/${id}`)).status, 200)
  const issued = await service.issueKey('--test')
  const tested = await service.score({ authorization: `Bearer ${issued}` })
  const { hasStubs } = (await tested.json()) as { hasStubs: boolean }
  assert.deepEqual([tested.status, hasStubs], [201, true])

  const body = JSON.stringify(goodSubmission(service.world))
  const headers = { 'content-type': 'application/json' }
  const pad = (length: number) =>
    fetch(`${service.url}/v1/score`, { method: 'POST', headers, body: body.padEnd(length) }).then(
      ({ status }) => status,
    )
  assert.deepEqual([await pad(64 * 1024), await pad(64 * 1024 + 1)], [201, 413])

  const requests = () => service.lines.filter(({ msg, path }) => msg === 'request' && path === '/v1/score')
  await until(() => requests().length >= 7)
  assert.equal(requests().length, 7)
})

test('Accept: text/event-stream through a scorer: each signal arrives before the model has answered', async (t) => {
  const { model, release } = createHeldModel()
  const service = await startScoring(t, { model })
  const response = await service.score(events)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  let received = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += chunk
    if (/"signal":"name"/.test(received)) release()
  }
  assert.equal(received.match(/^event: signal$/gm)?.length, 6)
  assert.match(received, /^event: score$/m)
})

test('kill -9 of the scorer: its callers get 503, the same Idempotency-Key gets one score, and the next scorer starts', async (t) => {
  const { model, release } = createHeldModel()
  const service = await startScoring(t, { model })
  const key = { 'idempotency-key': 'order-1' }
  const stream = await service.score(events)
  const interrupted = service.score(key)
  await untilScoring(service, 2)
  process.kill(await service.pidOf(1), 'SIGKILL')
  const failed = await interrupted
  assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '1'])
  assert.equal(((await failed.json()) as { error: { code: string } }).error.code, 'unavailable')
  assert.match(await stream.text(), /^event: error\ndata: \{"error":\{"code":"unavailable"/m)
  release()
  assert.deepEqual(await service.countStored(), [0, 0])
  assert.deepEqual([(await service.score(key)).status, (await service.score(key)).status], [201, 200])
  assert.deepEqual(await service.countStored(), [1, 1])
  await service.pidOf(2)
})

test('a scorer that fails twice within a minute: a pause, in which scores are 503 with Retry-After', async (t) => {
  const service = await startScoring(t)
  for (const expected of [1, 2]) {
    assert.equal((await service.score()).status, 201)
    process.kill(await service.pidOf(expected), 'SIGKILL')
    await until(() => service.lines.filter(({ msg }) => msg.startsWith('the scorer has ended')).length === expected)
  }
  const refused = await service.score()
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-5]$/)
  await until(async () => (await service.score()).status === 201)
  await service.pidOf(3)
})

test('kill -9 of the service: its scorer ends, and nothing is half-written', async (t) => {
  const { model } = createHeldModel()
  const service = await startScoring(t, { model })
  const scoring = service.score({ 'idempotency-key': 'order-1' })
  await untilScoring(service, 1)
  const pid = await service.pidOf(1)
  service.process.kill('SIGKILL')
  await assert.rejects(scoring)
  await until(() => !isAlive(pid))
  assert.deepEqual(await service.countStored(), [0, 0])
})

test('SIGTERM to the service and its scorer: the score in progress is finished, and both end', async (t) => {
  const { model, release } = createHeldModel()
  const service = await startScoring(t, { model })
  const scoring = service.score()
  await untilScoring(service, 1)
  const pid = await service.pidOf(1)
  process.kill(pid, 'SIGTERM')
  process.kill(pid, 'SIGINT')
  service.process.kill('SIGTERM')
  await until(() =>
    fetch(`${service.url}/health`).then(
      () => false,
      () => true,
    ),
  )
  release()
  assert.equal((await scoring).status, 201)
  assert.deepEqual(await service.ended, [0, null])
  assert.ok(!isAlive(pid))
  assert.equal(service.lines.filter(({ msg }) => msg.startsWith('the scorer has ended')).length, 0)
})

test('a client that leaves: the scorer ends its score, and its model call', async (t) => {
  const { model } = createHeldModel()
  const service = await startScoring(t, { model })
  const leaving = new AbortController()
  const body = JSON.stringify(goodSubmission(service.world))
  const headers = { 'content-type': 'application/json' }
  const left = fetch(`${service.url}/v1/score`, { method: 'POST', headers, body, signal: leaving.signal })
  await untilScoring(service, 1)
  leaving.abort()
  await assert.rejects(left)
  await untilScoring(service, 0)
})

test('a client that leaves while its record is written: the record is stored, and its bytes count', async (t) => {
  const service = await startScoring(t)
  const leaving = new AbortController()
  const body = JSON.stringify(goodSubmission(service.world))
  const headers = { 'content-type': 'application/json' }
  await service.db.transaction().execute(async (tx) => {
    await sql`lock table submissions in exclusive mode`.execute(tx)
    const left = fetch(`${service.url}/v1/score`, { method: 'POST', headers, body, signal: leaving.signal })
    await until(async () => {
      const { rows } = await sql`select from pg_locks where relation = 'submissions'::regclass and not granted`.execute(
        tx,
      )
      return rows.length > 0
    })
    leaving.abort()
    await assert.rejects(left)
    await untilScoring(service, 1) // the work goes on
  })
  await untilScoring(service, 0)
  assert.deepEqual(await service.countStored(), [1, 1])
  await until(async () => (await readUsed(service.db, 'stored_bytes')) < maxScoreBytes)
  assert.ok((await readUsed(service.db, 'stored_bytes')) > 0)
})

test('a scorer that does not respond: it is ended, the next score starts another, and /metrics responds meanwhile', async (t) => {
  const { model, release } = createHeldModel()
  const service = await startScoring(t, { model })
  const interrupted = service.score()
  await untilScoring(service, 1)
  process.kill(await service.pidOf(1), 'SIGSTOP')
  const metrics = await readMetrics(service)
  assert.match(metrics, /^process_resident_memory_bytes \d+$/m)
  assert.doesNotMatch(metrics, /process="scorer"/)
  assert.ok([502, 503].includes((await interrupted).status)) // its deadline is about as long
  await until(() => service.lines.some(({ msg }) => msg.startsWith('the scorer has ended')))
  release()
  assert.equal((await service.score()).status, 201)
  await service.pidOf(2)
})

test('HTTP/1.0 through a scorer: the events arrive without chunks', async (t) => {
  const service = await startScoring(t)
  const { hostname, port } = new URL(service.url)
  const body = JSON.stringify(goodSubmission(service.world))
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(
    `POST /v1/score HTTP/1.0\r\ncontent-type: application/json\r\naccept: text/event-stream\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const response = await text(socket)
  const [head = '', received = ''] = response.split('\r\n\r\n', 2)
  assert.match(head, /^HTTP\/1\.1 200 /)
  assert.doesNotMatch(head, /^transfer-encoding:/im)
  assert.match(received, /^event: signal\n/)
})

test('/metrics and /ready show the numbers and the breakers of the scorer', async (t) => {
  let isFailing = false
  const findFault = () => (isFailing ? ('server error' as const) : undefined)
  const service = await startScoring(t, { model: { findFault } })
  assert.doesNotMatch(await readMetrics(service), /process="scorer"/)
  assert.equal((await service.score()).status, 201)
  const metrics = await readMetrics(service)
  assert.match(metrics, /^launchscore_scores_total\{kind="new",band="\w+",confidence="final",process="scorer"\} 1$/m)
  assert.match(metrics, /^process_resident_memory_bytes\{process="scorer"\} \d+$/m)
  assert.match(metrics, /^process_resident_memory_bytes \d+$/m)
  assert.doesNotMatch(metrics, /^http_request_duration_seconds_count\{.*process="scorer"/m)
  const types = metrics.match(/^# TYPE \S+/gm) ?? []
  assert.equal(new Set(types).size, types.length)

  isFailing = true
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push((await service.score({}, { description: `pitch ${n}` })).status)
  assert.deepEqual(statuses, [502, 502, 502, 502, 502, 502])
  const ready = await fetch(`${service.url}/ready`)
  const { checks } = (await ready.json()) as { checks: { breakers: Record<string, string> } }
  assert.deepEqual([ready.status, checks.breakers['model']], [503, 'open'])
})

test('POST /v1/images through a scorer: an image is decoded, and a broken one is 400', async (t) => {
  const service = await startScoring(t)
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('image', new Blob([bytes]), 'a.png')
    return fetch(`${service.url}/v1/images`, { method: 'POST', body })
  }
  const image = await fetch(`${service.world.images.url}/a.png`)
  assert.equal((await upload(new Uint8Array(await image.arrayBuffer()))).status, 201)
  const refused = await upload(new Uint8Array([1, 2, 3]))
  const { error } = (await refused.json()) as { error: { details: { path: string }[] } }
  assert.deepEqual([refused.status, error.details.map(({ path }) => path)], [400, ['image']])
  await service.pidOf(1)
})

test('SCORERS=0: the service makes the scores itself', async (t) => {
  const service = await startScoring(t, {}, { SCORERS: '0' })
  assert.equal((await service.score()).status, 201)
  assert.equal(service.starts(), 0)
  assert.equal(service.lines.filter(({ variable }) => variable === 'SCORERS').length, 0)
  assert.match(await readMetrics(service), /^launchscore_scores_total\{kind="new",band="\w+",confidence="final"\} 1$/m)
})
