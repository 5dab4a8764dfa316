import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createMemoryLimiter, type Limit, rateLimitHeaders, toRetryAfterSeconds } from './limiter.ts'

const minute = 60_000
const limit = (name: string, quota: number, whose = ''): Limit => ({
  name,
  bucket: name + whose,
  quota,
  windowMs: minute,
})

function open(maxBuckets?: number) {
  let now = 0
  const limiter = createMemoryLimiter({ elapsedMs: () => now, ...(maxBuckets && { maxBuckets }) })
  return { ...limiter, pass: (ms: number) => void (now += ms), now: () => now }
}

/** Whether one more at `now` keeps, in every window that ends now, to the quota and what came back in that window. */
const fits = ({ quota, windowMs }: Limit, admitted: number[], now: number): boolean =>
  admitted.every((since, n) => admitted.length - n + 1 <= quota + ((now - since) * quota) / windowMs) && quota > 0

const limits = [limit('a', 10), limit('b', 20), limit('c', 30), limit('d', 60)]
const step = fc.record({
  passMs: fc.oneof(
    fc.constant(0),
    fc.nat(50).map((n) => n * 100),
    fc.nat(20).map((n) => n * 1000),
  ),
  wanted: fc.subarray(limits, { minLength: 1 }),
})

test('in any order, requests within all limits pass, and refused ones cost nothing', async () => {
  const schedule = fc.array(step, { minLength: 1, maxLength: 300, size: 'max' })
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      const { consume, pass, now } = open()
      const admitted = new Map(limits.map(({ name }) => [name, [] as number[]]))
      for (const { passMs, wanted } of steps) {
        pass(passMs)
        const isFitting = wanted.every((one) => fits(one, admitted.get(one.name) ?? [], now()))
        const { isAllowed } = await consume(wanted)
        assert.equal(isAllowed, isFitting)
        if (isAllowed) for (const { name } of wanted) admitted.get(name)?.push(now())
      }
    }),
    { numRuns: 300 },
  )
})

test('a request that counts as several consumes as many single ones, or nothing', async () => {
  // Whole hundredths, because the limiter rounds at thousandths of a second.
  const passMs = fc.nat(400).map((hundredths) => hundredths * 10)
  const asked = fc.record({ passMs, cost: fc.integer({ min: 1, max: 10 }) })
  const few = limit('few', 20)
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 100, size: 'max' }), async (steps) => {
      const [whole, single] = [open(), open()]
      for (const { passMs, cost } of steps) {
        for (const { pass } of [whole, single]) pass(passMs)
        const { remaining: left } = single.peek(few)
        const verdict = await whole.consume([few], cost)
        assert.equal(verdict.isAllowed, cost <= left)
        if (verdict.isAllowed) for (let n = 0; n < cost; n += 1) await single.consume([few])
        assert.equal(verdict.remaining, single.peek(few).remaining)
        assert.deepEqual(whole.peek(few), single.peek(few))
        if (verdict.isAllowed) continue
        // One comes back every three seconds.
        assert.ok(verdict.waitMs <= (cost - left) * 3000 && verdict.waitMs > (cost - left - 1) * 3000)
      }
    }),
    { numRuns: 100 },
  )
})

test('four callers in turns get no more in ten minutes than one caller', async () => {
  const gaps = fc.array(fc.nat(400), { minLength: 1000, maxLength: 1200, size: 'max' })
  await fc.assert(
    fc.asyncProperty(gaps, fc.scheduler(), async (gapsMs, scheduler) => {
      const { consume, pass } = open()
      const scale = (10 * minute) / gapsMs.reduce((sum, ms) => sum + ms, 1)
      let admitted = 0
      const ask = async (ms: number) => {
        pass(ms * scale)
        for (let n = 0; n < 8; n += 1) if ((await consume([limit('pro', 600)])).isAllowed) admitted += 1
      }
      const clients = gapsMs.map((ms, n) => scheduler.schedule(Promise.resolve(ms), `client ${n % 4}`).then(ask))
      await scheduler.waitAll()
      await Promise.all(clients)
      assert.ok(admitted <= 600 + 10 * 600, `${admitted}`)
      assert.ok(admitted >= 10 * 600, `${admitted}`) // what came back was there to be had
    }),
    { numRuns: 10 },
  )
})

test('the whole quota may come at once, then it comes back evenly', async () => {
  const { consume, pass } = open()
  const score = limit('score', 60)
  for (let left = 59; left >= 0; left -= 1) {
    const { isAllowed, remaining, resetMs } = await consume([score])
    assert.deepEqual([isAllowed, remaining, resetMs], [true, left, (60 - left) * 1000])
  }
  const refused = await consume([score])
  assert.deepEqual([refused.isAllowed, refused.remaining, refused.waitMs], [false, 0, 1000])
  pass(999)
  assert.equal((await consume([score])).waitMs, 1)
  pass(1)
  assert.equal((await consume([score])).isAllowed, true)
  assert.equal((await consume([score])).isAllowed, false)
})

test('who waits as long as told is let in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7000 }), fc.nat(100_000), async (quota, before) => {
      const { consume, pass } = open()
      pass(before)
      const any = limit('any', quota)
      let verdict = await consume([any])
      while (verdict.isAllowed) verdict = await consume([any])
      pass(toRetryAfterSeconds(verdict) * 1000)
      assert.ok((await consume([any])).isAllowed)
    }),
    { numRuns: 20 },
  )
})

test('the verdict is the strictest: fewest left, or the longest wait of refusals', async () => {
  const { consume } = open()
  const [few, many] = [limit('few', 2), limit('many', 60)]
  for (const order of [
    [few, many],
    [many, few],
  ]) {
    const { isAllowed, strictest } = await consume(order)
    assert.deepEqual([isAllowed, strictest.name], [true, 'few'])
  }
  const refused = await consume([many, few])
  assert.deepEqual([refused.strictest.name, refused.waitMs], ['few', 30_000])
  for (let n = 0; n < 58; n += 1) assert.ok((await consume([many])).isAllowed) // the refusal spent none of these
  assert.equal((await consume([many])).isAllowed, false)
  assert.equal((await consume([many, few])).strictest.name, 'few')
})

test('whether it would refuse can be asked without spending', async () => {
  const { consume, refuses } = open()
  const few = limit('few', 2)
  for (let n = 0; n < 10; n += 1) assert.equal(refuses(few), false)
  await consume([few])
  await consume([few])
  assert.equal(refuses(few), true)
})

test('memory stays bounded, and full buckets are forgotten', async () => {
  const { consume, pass, size } = open(1000)
  for (let n = 0; n < 5000; n += 1) await consume([limit('a', 60, `${n}`), limit('b', 60, `${n}`)])
  assert.ok(size() <= 1000)
  pass(minute)
  for (let n = 0; n < 500; n += 1) await consume([limit('a', 60, 'one'), limit('b', 60, 'one')])
  assert.equal(size(), 2)
})

test('the headers have the policy and the wait, no later than Retry-After', async () => {
  const { consume, pass } = open()
  const [publish] = [limit('publish', 10)]
  pass(1234)
  const first = rateLimitHeaders(await consume([publish]))
  assert.deepEqual(first, { 'ratelimit-policy': '"publish";q=10;w=60', ratelimit: '"publish";r=9;t=6' })
  for (let n = 0; n < 9; n += 1) await consume([publish])
  pass(1)
  const refused = await consume([publish])
  assert.equal(rateLimitHeaders(refused).ratelimit, '"publish";r=0;t=6')
  assert.equal(toRetryAfterSeconds(refused), 6)
})

test('a clock that is set back neither locks out a caller nor refills a quota', async () => {
  let now = 1_000_000_000
  const { consume } = createMemoryLimiter({ elapsedMs: () => now })
  const few = limit('few', 2)
  assert.ok((await consume([few])).isAllowed)
  now -= 500_000_000
  assert.ok((await consume([few])).isAllowed)
  assert.equal((await consume([few])).waitMs, 30_000)
  now += 30_000
  assert.ok((await consume([few])).isAllowed)
  assert.equal((await consume([few])).isAllowed, false)
})
