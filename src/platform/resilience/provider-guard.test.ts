import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueueRefused } from '../queues/admission-queue.ts'
import { createMetrics } from '../metrics.ts'
import { fastTimer } from '../../../test/fixtures/providers.ts'
import { type ProviderGuardOptions, createProviderGuard } from './provider-guard.ts'
import { currentClient, toClient, runAsJob, runForClient } from '../request-client.ts'
import { UpstreamError, type UpstreamFault } from '../errors.ts'

const failed = (fault: UpstreamFault, retryAfterMs?: number) =>
  new UpstreamError('model', fault, `it was ${fault}`, retryAfterMs)

const still = new AbortController().signal

/** A guard on a clock that stands still until it is moved, and a provider that answers as scripted. */
function setUp(more: Partial<ProviderGuardOptions> = {}) {
  let nowMs = Date.parse('2026-11-01T00:00:00Z')
  const metrics = createMetrics()
  const guard = createProviderGuard({
    name: 'model',
    concurrency: 8,
    queue: 4,
    metrics,
    clock: { now: () => new Date(nowMs) },
    retries: 0,
    retryBaseMs: 1,
    ...more,
  })
  const failWith = (error: unknown) => guard.run(() => Promise.reject(error), still)
  return {
    guard,
    pass: (ms: number) => (nowMs += ms),
    succeed: () => guard.run(async () => 'fine', still),
    failWith,
    /** Five failures, each of another task: the breaker opens. */
    breakIt: async () => {
      for (let n = 0; n < 5; n++) await assert.rejects(failWith(failed('unavailable')))
      assert.equal(guard.state(), 'open')
    },
    counted: async (name: string, labels: Record<string, string>) => {
      const metric = await metrics.registry.getSingleMetric(name)?.get()
      const matches = (value: { labels: object }) =>
        Object.entries(labels).every(([label, text]) => Reflect.get(value.labels, label) === text)
      return metric?.values.find(matches)?.value ?? 0
    },
  }
}

/** Work that ends when the test says so, or with its signal. */
function openWork() {
  const calls: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = []
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    calls.push({ resolve, reject })
    return promise
  }
  return { calls, work, last: () => calls.at(-1) ?? assert.fail('the provider was not called') }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

const refusedWith =
  (fault: UpstreamFault, retryAfterMs?: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof UpstreamError)
    assert.deepEqual([error.fault, error.retryAfterMs], [fault, retryAfterMs])
    return true
  }

for (const fault of ['unavailable', 'timeout', 'rate_limited'] as const) {
  test(`a call that ends in ${fault} is made again, ${fault === 'rate_limited' ? 'three times' : 'twice'} at most`, async () => {
    const { guard, counted } = setUp({ retries: 2, timer: fastTimer })
    let calls = 0
    const work = () => Promise.reject(failed(fault, ++calls))
    const times = fault === 'rate_limited' ? 4 : 3
    await assert.rejects(guard.run(work, still), refusedWith(fault, times))
    assert.equal(calls, times)
    assert.equal(await counted('launchscore_provider_calls_total', { outcome: fault }), times)
  })
}

test('a retry that succeeds gives its value', async () => {
  const { guard, counted } = setUp({ retries: 2 })
  const responses = [() => Promise.reject(failed('timeout')), async () => 'fine']
  assert.equal(await guard.run(() => responses.shift()?.() ?? assert.fail('called too often'), still), 'fine')
  assert.equal(await counted('launchscore_provider_calls_total', { outcome: 'ok' }), 1)
  assert.equal(await counted('launchscore_provider_call_duration_seconds', { le: '+Inf' }), 2)
})

for (const error of [failed('request'), new TypeError('a mistake of ours'), failed('rate_limited', 30_001)]) {
  test(`no second call follows ${error.message}`, async () => {
    const { guard } = setUp({ retries: 2 })
    let calls = 0
    const work = () => Promise.reject(++calls === 1 ? error : new Error('called again'))
    await assert.rejects(guard.run(work, still), (thrown) => thrown === error)
  })
}

test('an abort ends the wait between retries, and no call follows', async () => {
  const { guard } = setUp({ retries: 2, concurrency: 1 })
  const controller = new AbortController()
  const { promise: called, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const outcome = guard.run(() => {
    calls++
    resolve()
    return Promise.reject(failed('rate_limited', 9_000))
  }, controller.signal)
  await called
  await settle()
  assert.equal(guard.running(), 1)
  const reason = new Error('the deadline')
  controller.abort(reason)
  await assert.rejects(outcome, (error) => error === reason)
  await settle()
  assert.deepEqual([guard.running(), calls], [0, 1])
})

test('failed calls of five requests open the breaker, which then makes no call', async () => {
  const { guard, breakIt, pass, counted } = setUp()
  await breakIt()
  pass(4000)
  await assert.rejects(
    guard.run(() => assert.fail('the provider was called'), still),
    refusedWith('open', 6000),
  )
  assert.equal(await counted('launchscore_provider_calls_total', { outcome: 'open' }), 1)
  assert.equal(await counted('launchscore_breaker_transitions_total', { to: 'open' }), 1)
})

test('the failure that opens the breaker says when to come back and is not retried', async () => {
  const { guard, failWith } = setUp({ retries: 2 })
  let calls = 0
  for (let n = 0; n < 4; n++) await assert.rejects(failWith(failed('unavailable')))
  const last = guard.run(() => Promise.reject(failed('unavailable', ++calls)), still)
  await assert.rejects(last, refusedWith('unavailable', 10_000))
  assert.equal(calls, 1)
})

test('a provider with more failures than successes opens the breaker', async () => {
  const { guard, failWith, succeed } = setUp()
  for (let n = 0; n < 8 && guard.state() === 'closed'; n++) {
    await (n % 3 === 0 ? succeed() : assert.rejects(failWith(failed('timeout'))))
  }
  assert.equal(guard.state(), 'open')
})

test('a provider that fails less than half of the time keeps its breaker closed', async () => {
  const { guard, failWith, succeed } = setUp()
  for (let n = 0; n < 60; n++) {
    await (n % 3 === 2 ? assert.rejects(failWith(failed('timeout'))) : succeed())
  }
  assert.equal(guard.state(), 'closed')
})

for (const error of [failed('request'), new TypeError('a mistake of ours')]) {
  test(`the breaker stays closed after any number of times ${error.message}`, async () => {
    const { guard, failWith } = setUp()
    for (let n = 0; n < 20; n++) await assert.rejects(failWith(error))
    assert.equal(guard.state(), 'closed')
  })
}

test('an aborted call rejects with the signal’s reason and never counts as failed', async () => {
  const { guard, counted } = setUp({ retries: 2 })
  for (let n = 0; n < 20; n++) {
    const controller = new AbortController()
    const reason = new Error('gone')
    const work = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(failed('timeout'))))
    const outcome = guard.run(work, controller.signal)
    controller.abort(reason)
    await assert.rejects(outcome, (error) => error === reason)
  }
  await settle()
  assert.deepEqual([guard.state(), guard.running()], ['closed', 0])
  assert.equal(await counted('launchscore_provider_calls_total', { provider: 'model' }), 0)
})

for (const fault of ['auth', 'plan', 'chain'] as const) {
  test(`a ${fault} of five requests, none retried, opens the breaker for five minutes`, async () => {
    const { guard, failWith, pass, succeed } = setUp({ retries: 2 })
    for (let n = 0; n < 4; n++) await assert.rejects(failWith(failed(fault)), refusedWith(fault))
    assert.equal(guard.state(), 'closed')
    await assert.rejects(failWith(failed(fault)), refusedWith(fault, 300_000))
    pass(299_999)
    await assert.rejects(succeed(), refusedWith('open', 1))
    pass(1)
    assert.equal(guard.state(), 'half-open')
    await succeed()
    assert.equal(guard.state(), 'closed')
  })
}

test('the state is half-open as soon as the cool-down is over, before any call', async () => {
  const { guard, breakIt, pass } = setUp()
  await breakIt()
  pass(9999)
  assert.equal(guard.state(), 'open')
  pass(1)
  assert.equal(guard.state(), 'half-open')
})

test('half-open sends one probe; the others wait for it and follow when it succeeds', async () => {
  const { guard, breakIt, pass, counted } = setUp()
  await breakIt()
  pass(10_000)
  const provider = openWork()
  const all = [1, 2, 3].map(() => guard.run(provider.work, still))
  await settle()
  assert.equal(provider.calls.length, 1)
  assert.equal(guard.state(), 'half-open')
  provider.last().resolve('probe')
  await settle()
  assert.equal(guard.state(), 'closed')
  assert.equal(provider.calls.length, 3)
  for (const call of provider.calls) call.resolve('followed')
  assert.deepEqual(await Promise.all(all), ['probe', 'followed', 'followed'])
  assert.equal(await counted('launchscore_breaker_transitions_total', { to: 'half-open' }), 1)
  assert.equal(await counted('launchscore_breaker_transitions_total', { to: 'closed' }), 1)
})

test('a failed probe refuses waiting callers and doubles the cool-down, up to 2 min', async () => {
  const { guard, breakIt, failWith, pass } = setUp()
  await breakIt()
  pass(10_000)
  const provider = openWork()
  const probe = assert.rejects(guard.run(provider.work, still), refusedWith('unavailable', 20_000))
  const waiting = assert.rejects(guard.run(provider.work, still), refusedWith('open', 20_000))
  await settle()
  provider.last().reject(failed('unavailable'))
  await Promise.all([probe, waiting])
  for (const [waitMs, nextMs] of [
    [20_000, 40_000],
    [40_000, 80_000],
    [80_000, 120_000],
    [120_000, 120_000],
  ] as const) {
    pass(waitMs)
    await assert.rejects(failWith(failed('unavailable')), refusedWith('unavailable', nextMs))
  }
})

test('a probe whose caller leaves decides nothing: the next call is the probe', async () => {
  const { guard, breakIt, pass, succeed } = setUp()
  await breakIt()
  pass(10_000)
  const provider = openWork()
  const controller = new AbortController()
  const probe = assert.rejects(guard.run(provider.work, controller.signal))
  const waiting = guard.run(provider.work, still)
  await settle()
  assert.equal(provider.calls.length, 1)
  controller.abort()
  await probe
  await settle()
  assert.deepEqual([guard.state(), provider.calls.length], ['half-open', 2])
  provider.last().resolve('second probe')
  assert.equal(await waiting, 'second probe')
  assert.equal(guard.state(), 'closed')
  await succeed()
})

test('probes whose callers left don’t lengthen the next cool-down', async () => {
  const { guard, breakIt, pass, failWith } = setUp()
  await breakIt()
  pass(10_000)
  for (let n = 0; n < 3; n++) {
    const controller = new AbortController()
    const probe = assert.rejects(guard.run(openWork().work, controller.signal))
    controller.abort()
    await probe
    await settle()
  }
  await assert.rejects(failWith(failed('unavailable')), refusedWith('unavailable', 20_000))
})

test('a caller who waits for the probe can leave at once', async () => {
  const { guard, breakIt, pass } = setUp()
  await breakIt()
  pass(10_000)
  const provider = openWork()
  const probe = guard.run(provider.work, still)
  const controller = new AbortController()
  const waiting = guard.run(provider.work, controller.signal)
  await settle()
  const reason = new Error('gone')
  controller.abort(reason)
  await assert.rejects(waiting, (error) => error === reason)
  provider.last().resolve('fine')
  await probe
  await settle()
  assert.deepEqual([guard.running(), provider.calls.length], [0, 1])
})

test('a call from before the opening that fails late leaves the probe alone', async () => {
  const { guard, breakIt, pass } = setUp()
  const provider = openWork()
  const late = assert.rejects(guard.run(provider.work, still))
  await breakIt()
  pass(10_000)
  const probe = guard.run(provider.work, still)
  await settle()
  provider.calls[0]?.reject(failed('auth'))
  await late
  assert.equal(guard.state(), 'half-open')
  provider.calls[1]?.resolve('alive')
  await probe
  assert.equal(guard.state(), 'closed')
})

test('a clock that is set back doesn’t keep the breaker open', async () => {
  const { guard, breakIt, pass, succeed } = setUp()
  await breakIt()
  pass(-3_600_000)
  assert.equal(guard.state(), 'half-open')
  await succeed()
})

test('a provider’s longer wait is the cool-down, up to two minutes', async () => {
  const { failWith } = setUp()
  for (let n = 0; n < 4; n++) await assert.rejects(failWith(failed('unavailable')))
  await assert.rejects(failWith(failed('unavailable', 60_000)), refusedWith('unavailable', 60_000))
})

test('any number of refusals for the rate leave the breaker closed: the provider is up', async () => {
  const { guard, failWith } = setUp()
  for (let n = 0; n < 50; n++) await assert.rejects(failWith(failed('rate_limited', 90_000)))
  assert.equal(guard.state(), 'limited')
})

test('after a refusal for the rate nobody calls for as long as it asks', async () => {
  const { guard, failWith } = setUp()
  await assert.rejects(failWith(failed('rate_limited', 90_000)))
  await assert.rejects(
    guard.run(() => assert.fail('the provider was called'), still),
    (error) => error instanceof UpstreamError && error.fault === 'rate_limited' && Number(error.retryAfterMs) > 80_000,
  )
})

test('calls of one client network leave permits for others', async () => {
  const { guard } = setUp({ concurrency: 2, concurrencyPerNetwork: 1 })
  const provider = openWork()
  const from = (network: string) => runForClient({ network, site: null }, () => guard.run(provider.work, still))
  const all = [from('a'), from('a'), from('b')]
  await settle()
  assert.deepEqual([provider.calls.length, guard.waiting()], [2, 1])
  for (const call of provider.calls) call.resolve('done')
  await settle()
  provider.last().resolve('done')
  await Promise.all(all)
})

for (const runAlone of [(work: () => Promise<void>) => runForClient(toClient('203.0.113.1'), work), runAsJob])
  test(`one ${runAlone === runAsJob ? 'run of a job' : 'request'} never opens the breaker, however many of its calls fail`, async () => {
    const { guard, failWith } = setUp({ retries: 2 })
    const failOften = async () => {
      for (let n = 0; n < 20; n++) await assert.rejects(failWith(failed('timeout')))
    }
    for (let n = 0; n < 4; n++) {
      await runAlone(failOften)
      assert.equal(guard.state(), 'closed')
    }
    await runAlone(() => assert.rejects(failWith(failed('timeout'))))
    assert.equal(guard.state(), 'open')
  })

test('calls above the concurrency queue, and one above the queue’s limit is refused', async () => {
  const { guard } = setUp({ concurrency: 2, queue: 1 })
  const provider = openWork()
  const admitted = [1, 2, 3].map(() => guard.run(provider.work, still))
  assert.deepEqual([guard.running(), guard.waiting()], [2, 1])
  const request = runForClient(toClient('203.0.113.1'), () => guard.run(provider.work, still))
  await assert.rejects(request, (error) => error instanceof QueueRefused)
  await assert.rejects(
    runAsJob(() => guard.run(provider.work, still)),
    refusedWith('open', undefined),
  )
  assert.equal(provider.calls.length, 2)
  for (const call of provider.calls) call.resolve('done')
  await settle()
  provider.last().resolve('done')
  assert.deepEqual(await Promise.all(admitted), ['done', 'done', 'done'])
  assert.deepEqual([guard.running(), guard.waiting()], [0, 0])
})

test('an open breaker refuses at once although a hanging call holds a permit', async () => {
  const { guard, breakIt } = setUp({ concurrency: 2, queue: 1 })
  const provider = openWork()
  const hanging = guard.run(provider.work, still)
  await breakIt()
  await assert.rejects(
    guard.run(() => assert.fail('called'), still),
    refusedWith('open', 10_000),
  )
  provider.last().resolve('late')
  await hanging
})

test('failing calls of a provider whose probe succeeds are told and leave the breaker closed', async () => {
  let probes = 0
  const { guard, failWith, counted } = setUp({ probe: async () => void probes++ })
  for (let n = 0; n < 20; n++) await assert.rejects(failWith(failed('unavailable')), refusedWith('unavailable'))
  assert.deepEqual([guard.state(), probes], ['closed', 1])
  assert.equal(await counted('launchscore_provider_calls_total', { outcome: 'ok' }), 1)
})

test('a probe runs outside the request whose failure asked for it', async () => {
  const clients: unknown[] = []
  const probe = async () => void clients.push(currentClient())
  const { failWith } = setUp({ probe })
  const fail = () => runForClient(toClient('192.0.2.1'), () => assert.rejects(failWith(failed('timeout'))))
  for (let n = 0; n < 5; n++) await fail()
  assert.deepEqual(clients, [undefined])
})

test('a guard’s probe throws the provider’s fault, and the signal’s reason when it is aborted', async () => {
  const { guard } = setUp({ probe: () => Promise.reject(failed('auth')) })
  await assert.rejects(async () => guard.probe?.(still), refusedWith('auth'))
  const hanging = setUp({ probe: () => new Promise<void>(() => {}) })
  const reason = new Error('gone')
  await assert.rejects(
    async () => hanging.guard.probe?.(AbortSignal.abort(reason)),
    (error) => error === reason,
  )
  assert.equal(setUp().guard.probe, null)
})
