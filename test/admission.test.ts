import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { startNameServer } from '../dev/stand-ins/name-server.ts'
import { freshAddress } from './world/fresh-address.ts'
import { holdDeadlines, until } from './world/waiting.ts'
import { type TestApp, ask, startApp, startWorld } from './world/app.ts'
import { findValue } from './world/requests.ts'
import { verdict } from './world/model.ts'

const scoreFrom = ({ app, submission }: TestApp, remoteAddress: string, over: object, headers: object = {}) =>
  ask(app, { method: 'POST', url: '/v1/score', payload: submission(over), headers: { ...headers }, remoteAddress })

const named = (n: number) => ({ name: `Sock ${n}`, symbol: `S${n}` })

test('60 concurrent scorings of one address all succeed, and another’s gets its turn', async (t) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: open, resolve: openGate } = Promise.withResolvers<void>()
  let judging = 0
  const judge = async (request: Parameters<typeof verdict>[0]) => {
    judging++
    arrive()
    await open
    return verdict(request)
  }
  const world = await startWorld(t, { model: { judge } })
  const app = await startApp(t, { world, config: { scoreMaxInFlight: 17 } })
  const many = freshAddress()
  const done: string[] = []
  const all = Array.from({ length: 60 }, (_, n) => scoreFrom(app, many, named(n)).then((a) => (done.push('many'), a)))
  await arrived
  const other = scoreFrom(app, freshAddress(), named(1000)).then((a) => (done.push('other'), a))
  openGate()
  assert.equal((await other).status, 201)
  assert.ok(done.indexOf('other') < 40, `${done.indexOf('other')} went before`)
  for (const one of await Promise.all(all)) assert.equal(one.status, 201)
  assert.ok(judging > 60)
})

/** Scorings that wait for a place. */
const countWaiting = async ({ deps }: TestApp): Promise<number | undefined> =>
  findValue(await deps.metrics.registry.metrics(), 'launchscore_admission_waiting', { queue: 'scorings' })

test('a scoring without a place by its deadline is 503; a replay needs no place', async (t) => {
  const world = await startWorld(t)
  const deadlines = holdDeadlines(t)
  const config = { scoreMaxInFlight: 1 }
  const app = await startApp(t, { world, config })
  const [who, key] = [freshAddress(), { 'idempotency-key': 'one' }]
  const first = await scoreFrom(app, who, {}, key)
  assert.equal(first.status, 201)
  const held = Promise.withResolvers<void>()
  const holding = app.deps.scorings.run(() => held.promise, { signal: new AbortController().signal })
  const late = scoreFrom(app, freshAddress(), named(1))
  const lateRescore = ask(app.app, { method: 'POST', url: `/v1/score/${first.body.id}/rescore` })
  assert.deepEqual((await scoreFrom(app, who, {}, key)).body, first.body)
  await until(async () => (await countWaiting(app)) === 2)
  deadlines.pass(app.deps.config.scoreDeadlineMs)
  for (const response of [await late, await lateRescore]) {
    assert.deepEqual([response.status, response.body.error.code], [503, 'unavailable'])
    assert.equal(response.headers['retry-after'], '10')
  }
  held.resolve()
  await holding
  assert.equal((await scoreFrom(app, freshAddress(), named(1))).status, 201)
})

test('40 unanswered DNS look-ups don’t delay a scoring of another address', async (t) => {
  const world = await startWorld(t)
  const names = await startNameServer()
  t.after(names.close)
  const environment = { ...world.environment, DNS_SERVERS: names.address }
  const app = await startApp(t, { world, environment })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const slow = askAndLeave(
    url,
    Array.from({ length: 40 }, (_, n) => app.submission({ imageUrl: `https://h${n}.slow.test/x.png` })),
    leaving.signal,
  )
  await names.until(8) // both kinds of four names: as many as one network may download
  assert.equal((await scoreFrom(app, freshAddress(), {})).status, 201)
  leaving.abort()
  assert.ok((await slow).every((status) => status === 400)) // on a busy machine, some look-ups time out before
  await untilIdle(app)
})

/** Posts them all at once from one address; the statuses that came before the client left. */
async function askAndLeave(url: string, submissions: object[], signal: AbortSignal): Promise<number[]> {
  const headers = { 'content-type': 'application/json' }
  const asked = submissions.map((submission) =>
    fetch(`${url}/v1/score`, { method: 'POST', headers, body: JSON.stringify(submission), signal }),
  )
  const settled = await Promise.allSettled(asked)
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []))
}

/** Within the bound, and dear: four channels of 16 bits, in seven passes. */
const dear = await sharp({ create: { width: 1900, height: 1900, channels: 4, background: '#c30' } })
  .toColourspace('rgb16')
  .png({ progressive: true, compressionLevel: 9 })
  .toBuffer()

test('55 slow images of disconnected clients are not decoded', async (t) => {
  const images = Object.fromEntries(Array.from({ length: 55 }, (_, n) => [`/${n}.png`, dear]))
  const world = await startWorld(t, { images })
  const app = await startApp(t, { world })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const left = askAndLeave(
    url,
    Object.keys(images).map((path) => app.submission({ imageUrl: `${world.images.url}${path}` })),
    leaving.signal,
  )
  let changes = 0 // of what libvips has under way: two for each decode and each encoding
  const count = () => void changes++
  sharp.queue.on('change', count)
  t.after(() => sharp.queue.off('change', count))
  if (changes === 0) await once(sharp.queue, 'change')
  leaving.abort()
  assert.deepEqual(await left, [])
  assert.equal((await scoreFrom(app, freshAddress(), {})).status, 201)
  await untilIdle(app)
  assert.ok(changes < 20, `${changes} changes`)
})

/** Until nothing has or awaits a place. */
async function untilIdle({ deps }: TestApp): Promise<void> {
  const busy = /^launchscore_admission_(running|waiting)\{.*\} [1-9]/m
  while (busy.test(await deps.metrics.registry.metrics())) await nextTurn()
}
