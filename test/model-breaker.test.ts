import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type ModelFault, type ModelRequest, startModelServer } from '../dev/stand-ins/model.ts'
import { closeAfter } from './world/waiting.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { countRuns } from './property-runs.ts'
import { verdict } from './world/model.ts'

/** Faults that a server may answer some contents with, and no others. */
const faults = [
  'server error',
  'html 502',
  'error in 200',
  'html 200',
  'empty choices',
  'cut',
  'reset',
  'overloaded',
  'gateway timeout',
  'bad request',
  'bad tool choice',
  'bad temperature',
  'refusal',
  'content policy',
  'no call',
  'truncated',
  'bad key',
  'no model',
  'billing',
] as const satisfies ModelFault[]

/** A submission that brings a fault about: by its pitch, or by its name, which is judged with the image too. */
const toContent = ({ fault, field }: { fault: ModelFault; field: string }, n: number) => ({
  description: `A sock for each ${n}th foot.`,
  [field]: `Sock ${n} FAULT-${faults.indexOf(fault as never)}`,
})

const readFault = ({ text }: ModelRequest): ModelFault | undefined => {
  const [, at] = /FAULT-(\d+)/.exec(text) ?? []
  return at === undefined ? undefined : faults[Number(at)]
}

const address = '203.0.113.77'

test('no sequence of contents that a model server fails at opens its breaker', async (t) => {
  const world = await startWorld(t, { model: { judge: (request) => verdict(request), findFault: readFault } })
  const time = { ms: Date.parse('2026-11-27T12:00:00Z') }
  let count = 0
  const content = fc.record({ fault: fc.constantFrom(...faults), field: fc.constantFrom('name', 'description') })
  const contents = fc.array(content, { minLength: 5, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 3 }), fc.nat(20), async (rounds, seconds) => {
      const { app, score, logged } = await startApp(t, { world, clock: { now: () => new Date(time.ms) } })
      for (const round of rounds) {
        await Promise.all(round.map((one) => score(toContent(one, (count += 1)), {}, address)))
        time.ms += seconds * 1000
      }
      assert.doesNotMatch(logged(), /the breaker of a provider opened/)
      assert.equal((await ask(app, { method: 'GET', url: '/ready' })).status, 200)
      const honest = await score({ description: `An honest sock, number ${count}.` })
      assert.equal(honest.status, 201, JSON.stringify(honest.body))
    }),
    { numRuns: countRuns({ test: 4, search: 100 }) },
  )
})

test('a model server that is gone opens its breaker, and closes it when it is back', async (t) => {
  const script = { judge: (request: ModelRequest) => verdict(request) }
  const first = await startModelServer(script)
  const port = Number(new URL(first.baseUrl).port)
  await first.close()
  const world = await startWorld(t)
  const time = { ms: Date.parse('2026-11-27T12:00:00Z') }
  const { app, score } = await startApp(t, {
    world,
    environment: { ...world.environment, MODEL_BASE_URL: first.baseUrl },
    clock: { now: () => new Date(time.ms) },
  })
  for (let n = 0; n < 5; n++) assert.equal((await score({ description: `Sock ${n}.` }, {}, address)).status, 502)
  const { status, body } = await ask(app, { method: 'GET', url: '/ready' })
  assert.deepEqual([status, body.checks.breakers.model], [503, 'open'])
  const second = await startModelServer({ ...script, port })
  closeAfter(t, second.close)
  time.ms += 10_001
  assert.equal((await score()).status, 201)
  assert.equal((await ask(app, { method: 'GET', url: '/ready' })).body.checks.breakers.model, 'closed')
})

for (const fault of ['bad key', 'no money', 'server error', 'no call'] as const)
  test(`a model server that always has the fault “${fault}” ${fault === 'no call' ? 'keeps' : 'opens'} its breaker`, async (t) => {
    const world = await startWorld(t, { model: { findFault: () => fault } })
    const { app, score } = await startApp(t, { world })
    for (let n = 0; n < 5; n++) await score({ description: `Sock ${n}.` }, {}, address)
    const { body } = await ask(app, { method: 'GET', url: '/ready' })
    assert.equal(body.checks.breakers.model, fault === 'no call' ? 'closed' : 'open')
  })
