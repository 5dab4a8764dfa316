import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type BreakerState, BreakerOpen, CallerGone, createBreaker } from './breaker.ts'
import { UpstreamError, UpstreamErrorOfRequest } from '../errors.ts'

const outcomes = {
  ok: undefined,
  down: new UpstreamError('model', 'unavailable', 'it was down'),
  slow: new UpstreamError('model', 'timeout', 'it was slow'),
  limited: new UpstreamError('model', 'rate_limited', 'too many calls'),
  auth: new UpstreamError('model', 'auth', 'no such key'),
  ours: new UpstreamError('model', 'request', 'we asked wrongly'),
  theirs: new UpstreamErrorOfRequest('model', 'unavailable', 'a contract that loops'),
  gone: new CallerGone(),
} as const
type OutcomeName = keyof typeof outcomes

/** A breaker with a cool-down of 10 s, on a clock that stands still until it is moved. */
function setUp(probe?: () => Promise<void>) {
  let nowMs = Date.parse('2026-11-01T00:00:00Z')
  const transitions: BreakerState[] = []
  const onTransition = (to: BreakerState) => transitions.push(to)
  const breaker = createBreaker({
    clock: { now: () => new Date(nowMs) },
    coolDownMs: 10_000,
    onTransition,
    ...(probe && { probe }),
  })
  const call = async (name: OutcomeName, task: object = {}) => {
    const error = outcomes[name]
    const made = breaker.execute(async () => {
      if (error) throw error
    }, task)
    await made.catch((thrown) => assert.ok(thrown === error || thrown instanceof BreakerOpen))
  }
  return { breaker, transitions, call, pass: (ms: number) => (nowMs += ms) }
}

// A number is a pause in milliseconds; `word*n` are n calls, each of a request of its own; `word!n` are n calls of one request.
const table: { steps: string; ends: BreakerState; restMs?: number }[] = [
  { steps: 'down*4', ends: 'closed' },
  { steps: 'down*5', ends: 'open', restMs: 10_000 },
  { steps: 'slow*5', ends: 'open', restMs: 10_000 },
  { steps: 'down!100', ends: 'closed' },
  { steps: 'down!100 down*3', ends: 'closed' },
  { steps: 'down!100 down*4', ends: 'open', restMs: 10_000 },
  { steps: 'ok*5 down*5', ends: 'open', restMs: 10_000 },
  { steps: 'ok*6 down*5', ends: 'closed' },
  { steps: 'ok*1000 down*999', ends: 'closed' },
  { steps: 'ok*1000 30000 down*5', ends: 'open', restMs: 10_000 },
  { steps: 'down*4 30000 down*4', ends: 'closed' },
  { steps: 'down*4 29000 down', ends: 'open', restMs: 10_000 },
  { steps: 'limited*50', ends: 'closed' },
  { steps: 'ours*50', ends: 'closed' },
  { steps: 'theirs*50', ends: 'closed' },
  { steps: 'gone*50', ends: 'closed' },
  { steps: 'down*4 gone*50 down', ends: 'open', restMs: 10_000 },
  { steps: 'auth!100', ends: 'closed' },
  { steps: 'auth*4', ends: 'closed' },
  { steps: 'auth*5', ends: 'open', restMs: 300_000 },
  { steps: 'ok*6 auth*5', ends: 'closed' },
  { steps: 'down*5 9999', ends: 'open', restMs: 1 },
  { steps: 'down*5 10000', ends: 'half-open' },
  { steps: 'down*5 -3600000', ends: 'half-open' },
  { steps: 'down*5 10000 ok', ends: 'closed' },
  { steps: 'down*5 10000 limited', ends: 'closed' },
  { steps: 'down*5 10000 theirs', ends: 'closed' },
  { steps: 'down*5 10000 gone', ends: 'half-open' },
  { steps: 'down*5 10000 gone*3 down', ends: 'open', restMs: 20_000 },
  { steps: 'down*5 10000 down 20000 down 40000 down 80000 down', ends: 'open', restMs: 120_000 },
  { steps: 'down*5 10000 down 20000 ok down*4', ends: 'closed' },
  { steps: 'down*5 10000 down 20000 ok down*5', ends: 'open', restMs: 10_000 },
]

for (const { steps, ends, restMs = 0 } of table)
  test(`after ${steps} the breaker is ${ends}`, async () => {
    const { breaker, call, pass } = setUp()
    for (const step of steps.split(' ')) {
      const [, name = '', sign, count = '1'] = /^([a-z]+)(?:([*!])(\d+))?$/.exec(step) ?? []
      const shared = {}
      if (name === '') pass(Number(step))
      else for (let n = 0; n < Number(count); n++) await call(name as OutcomeName, sign === '!' ? shared : {})
    }
    assert.deepEqual([breaker.state(), breaker.restMs()], [ends, restMs])
  })

test('each transition is told once', async () => {
  const { transitions, call, pass } = setUp()
  for (let n = 0; n < 5; n++) await call('down')
  pass(10_000)
  await call('gone')
  await call('ok')
  assert.deepEqual(transitions, ['open', 'half-open', 'closed'])
})

/** A provider whose probe ends as the test says. */
function setUpProbed() {
  const probed = { fault: undefined as unknown, calls: 0 }
  const probe = async () => {
    probed.calls++
    if (probed.fault !== undefined) throw probed.fault
  }
  return { ...setUp(probe), probed }
}

test('failures of any number of requests leave the breaker closed while the probe succeeds', async () => {
  const { breaker, call, pass, probed, transitions } = setUpProbed()
  for (let n = 0; n < 100; n++) {
    await call(n % 2 === 0 ? 'down' : 'auth')
    pass(500)
  }
  assert.deepEqual([breaker.state(), transitions], ['closed', []])
  assert.equal(probed.calls, 5, 'at most one probe in ten seconds')
})

test('the breaker opens with the fault of the probe', async () => {
  const { breaker, call, pass, probed } = setUpProbed()
  probed.fault = outcomes.auth
  for (let n = 0; n < 5; n++) await call('down')
  assert.deepEqual([breaker.state(), breaker.restMs()], ['open', 300_000])
  probed.fault = undefined
  pass(300_000)
  await call('ok')
  assert.equal(breaker.state(), 'closed')
})

test('a provider that dies after a probe succeeded opens the breaker ten seconds later', async () => {
  const { breaker, call, pass, probed } = setUpProbed()
  for (let n = 0; n < 5; n++) await call('down')
  probed.fault = outcomes.down
  pass(9000)
  await call('down')
  assert.equal(breaker.state(), 'closed')
  pass(1000)
  await call('down')
  assert.equal(breaker.state(), 'open')
})

test('a probe that the rate limit refuses shows that the provider is up', async () => {
  const { breaker, call, probed } = setUpProbed()
  probed.fault = outcomes.limited
  for (let n = 0; n < 50; n++) await call('down')
  assert.equal(breaker.state(), 'closed')
})

test('a probe with a mistake of ours lets the calls decide', async () => {
  const { breaker, call, probed } = setUpProbed()
  probed.fault = new TypeError('a mistake of ours')
  for (let n = 0; n < 5; n++) await call('down')
  assert.deepEqual([breaker.state(), breaker.restMs()], ['open', 10_000])
})

test('an input that fails at the trial call doesn’t keep the breaker open', async () => {
  const { breaker, call, pass, probed, transitions } = setUpProbed()
  probed.fault = outcomes.down
  for (let n = 0; n < 5; n++) await call('down')
  probed.fault = undefined
  pass(10_000)
  await call('down')
  assert.deepEqual([breaker.state(), transitions], ['closed', ['open', 'half-open', 'closed']])
})

test('requests that fail during the probe share it and wait for its outcome', async () => {
  const asked = Promise.withResolvers<void>()
  let probes = 0
  const { breaker, call } = setUp(() => {
    probes++
    return asked.promise
  })
  for (let n = 0; n < 4; n++) await call('down')
  const waiting = Promise.all([call('down'), call('down'), call('down')])
  assert.equal(breaker.state(), 'closed')
  await call('ok')
  asked.reject(outcomes.slow)
  await waiting
  assert.deepEqual([breaker.state(), probes], ['open', 1])
})

const arbitraryCall = fc.record({
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12_000 })),
  outcome: fc.constantFrom<OutcomeName>('ok', 'down', 'slow', 'limited', 'theirs', 'gone'),
  task: fc.integer({ min: 0, max: 7 }),
})

test('the breaker opens when five requests met faults and half of the calls failed', async () => {
  await fc.assert(fc.asyncProperty(fc.array(arbitraryCall, { maxLength: 60 }), opensByTheRule))
})

test('whatever happens while it is open or half-open, at most one call is under way', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('call' as const) }),
    fc.record({ kind: fc.constant('end' as const), outcome: fc.constantFrom<OutcomeName>('down', 'gone', 'limited') }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
  )
  const property = async (events: { kind: string; outcome?: OutcomeName; ms?: number }[]) => {
    const { breaker, call, pass } = setUp()
    for (let n = 0; n < 5; n++) await call('down')
    const running: ((name: OutcomeName) => void)[] = []
    for (const { kind, outcome = 'ok', ms = 0 } of events) {
      if (breaker.state() === 'closed') break
      if (kind === 'pass') pass(ms)
      if (kind === 'end') running.pop()?.(outcome)
      if (kind === 'call') {
        const work = () =>
          new Promise<void>((_, reject) => running.push((name: OutcomeName) => reject(outcomes[name] ?? new Error())))
        breaker.execute(work, {}).catch(() => {})
      }
      await new Promise((resolve) => setImmediate(resolve))
      if (breaker.state() !== 'closed') assert.ok(running.length <= 1, `${running.length} under way`)
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 40 }), property), { numRuns: 50 })
})

async function opensByTheRule(calls: { pauseMs: number; outcome: OutcomeName; task: number }[]): Promise<void> {
  const { breaker, call, pass } = setUp()
  const tasks = Array.from({ length: 8 }, () => ({}))
  const made: { at: number; isFault: boolean; task: number }[] = []
  let now = Date.parse('2026-11-01T00:00:00Z')
  for (const { pauseMs, outcome, task } of calls) {
    now += pauseMs
    pass(pauseMs)
    await call(outcome, tasks[task])
    if (outcome === 'gone') continue
    const isFault = outcome === 'down' || outcome === 'slow'
    made.push({ at: now, isFault, task })
    // The breaker counts whole seconds.
    const recent = made.filter(({ at }) => Math.floor(now / 1000) - Math.floor(at / 1000) < 30)
    const faults = recent.filter((one) => one.isFault)
    const opens = isFault && new Set(faults.map((one) => one.task)).size >= 5 && 2 * faults.length >= recent.length
    assert.equal(breaker.state(), opens ? 'open' : 'closed')
    if (opens) return
  }
}
