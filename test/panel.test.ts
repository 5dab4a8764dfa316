import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type ModelFault, type ModelServer, startModelServer } from '../dev/stand-ins/model.ts'
import { parseConfig } from '../src/config.ts'
import { runCommand } from '../src/main/commands.ts'
import { closeAfter } from './world/waiting.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

interface Options {
  /** The scores of the three models. */
  scores?: [number, number, number]
  faults?: Partial<Record<number, ModelFault>>
  samples?: string
  /** How many of the three there are. */
  count?: number
}

/** A service whose judges are three models, the second in the other wire format; `faults` may change while it runs. */
async function startPanel(t: TestContext, options: Options = {}) {
  const { scores = [80, 70, 60], faults = {}, samples = '1', count = 3 } = options
  const script = (at: number) => ({
    judge: (request: Parameters<typeof verdict>[0]) => verdict(request, { score: scores[at] ?? 0 }),
    findFault: () => faults[at],
  })
  const world = await startWorld(t, { model: script(0) })
  const others = await Promise.all([1, 2].map((at) => startModelServer(script(at))))
  closeAfter(t, () => Promise.all(others.map(({ close }) => close())))
  const panel = others.slice(0, count - 1).map(({ baseUrl }, at) => ({
    provider: at === 0 ? 'anthropic' : 'openai',
    name: `panel-${at + 2}`,
    baseUrl,
    apiKey: 'canary-panel-key',
  }))
  const environment = { ...world.environment, MODEL_SAMPLES: samples, MODEL_PANEL: JSON.stringify(panel) }
  const service = await startApp(t, { world, environment })
  return { ...service, servers: [world.model, ...others] as ModelServer[] }
}

type Panel = Awaited<ReturnType<typeof startPanel>>

async function readEvidence({ deps }: Pick<Panel, 'deps'>, id: string) {
  const row = await deps.db.selectFrom('scores').select('evidence').where('id', '=', id).executeTakeFirstOrThrow()
  return (row.evidence as { meme: Evidence }).meme
}

interface Evidence {
  panel: { provider: string; model: string; score: number; samples: { resolvedModel: string }[] }[]
  absent: object[]
  disagreement: number
}

test('three models judge: the median counts, and the record says who judged', async (t) => {
  const service = await startPanel(t)
  const { status, body } = await service.score()
  assert.equal(status, 201)
  const { score, confidence, judges, spread } = body.signals.meme
  assert.deepEqual({ score, confidence }, { score: 70, confidence: 0.6 })
  assert.deepEqual(spread, { lowest: 60.1, highest: 79.9 })
  assert.deepEqual(judges, [
    { model: 'test-model', score: 80 },
    { model: 'panel-2', score: 70 },
    { model: 'panel-3', score: 60 },
  ])
  assert.equal(body.signals.name.judges, undefined)
  const { panel, absent, disagreement } = await readEvidence(service, body.id)
  assert.deepEqual(
    panel.map(({ provider, model, samples }) => [provider, model, samples.length]),
    [
      ['openai', 'test-model', 1],
      ['anthropic', 'panel-2', 1],
      ['openai', 'panel-3', 1],
    ],
  )
  assert.deepEqual([absent, disagreement], [[], 10])
  assert.deepEqual(
    service.servers.map(({ requests }) => [requests.length, requests[0]?.format]),
    [
      [2, 'openai'],
      [2, 'anthropic'],
      [2, 'openai'],
    ],
  )
  assert.ok(!service.logged().includes('canary-panel-key'))
})

test('models that agree are as sure as one, and those that differ are not', async (t) => {
  const agreeing = await startPanel(t, { scores: [72, 72, 72] })
  const differing = await startPanel(t, { scores: [20, 72, 95] })
  const [sure, unsure] = [await agreeing.score(), await differing.score({ name: 'Right Sock' })]
  assert.equal(sure.body.signals.meme.confidence, 0.8)
  assert.equal(unsure.body.signals.meme.score, 72)
  assert.equal(unsure.body.signals.meme.confidence, 0)
})

test('each model is sampled, and replay --check gives every number again', async (t) => {
  const service = await startPanel(t, { scores: [95, 91, 90], samples: '3' })
  const { body } = await service.score()
  const { panel } = await readEvidence(service, body.id)
  assert.deepEqual(
    panel.map(({ samples }) => samples.length),
    [3, 3, 3],
  )
  const again = await ask(service.app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
  assert.deepEqual(again.body.signals.meme, body.signals.meme)
  assert.deepEqual(
    service.servers.map(({ requests }) => requests.length),
    [6, 6, 6],
  )
  const { status, stderr } = await runCommand(service.deps, ['replay', '--check'])
  assert.deepEqual([status, stderr], [0, ''])
  const page = await ask(service.app, { url: `/v1/score/${body.id}` })
  assert.deepEqual(page.body.signals.image.judges.length, 3)
})

test('two of three suffice, whichever fails and however', async (t) => {
  for (const [at, fault] of [
    [0, 'bad key'],
    [1, 'no call'],
    [2, 'refusal'],
    [1, 'bad request'],
  ] as const) {
    const service = await startPanel(t, { faults: { [at]: fault } })
    const { status, body } = await service.score()
    assert.equal(status, 201, fault)
    const scores = [80, 70, 60].map((score, seat) => (seat === at ? null : score))
    assert.deepEqual(
      body.signals.meme.judges.map(({ score }: { score: number }) => score),
      scores,
    )
    const present = scores.filter((score) => score !== null)
    assert.equal(body.signals.meme.score, ((present[0] ?? 0) + (present[1] ?? 0)) / 2)
    assert.equal((await readEvidence(service, body.id)).absent.length, 1)
    assert.equal((await runCommand(service.deps, ['replay', '--check'])).status, 0)
  }
})

test('below the quorum nothing is scored: 502, or 400 when the models decline', async (t) => {
  const failing = await startPanel(t, { faults: { 0: 'no call', 2: 'bad key' } })
  const { status, body } = await failing.score()
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.deepEqual(await failing.deps.db.selectFrom('scores').select('id').execute(), [])
  const declining = await startPanel(t, { faults: { 0: 'refusal', 1: 'refusal' } })
  const declined = await declining.score()
  assert.deepEqual([declined.status, declined.body.error.code], [400, 'bad_request'])
  const pair = await startPanel(t, { faults: { 1: 'no call' }, count: 2 })
  assert.equal((await pair.score()).status, 502)
})

test('each model has its own breaker; the service is ready while a quorum works', async (t) => {
  const faults: Options['faults'] = { 1: 'no money' }
  const service = await startPanel(t, { faults })
  for (let n = 0; n < 5; n++) assert.equal((await service.score({ name: `Sock ${n}` })).status, 201)
  const states = () =>
    [...service.deps.guards, ...service.deps.jobGuards].map(({ name, state }) => `${name} ${state()}`)
  const judging = () => states().filter((state) => state.startsWith('model'))
  assert.deepEqual(judging(), ['model closed', 'model-1 closed', 'model-2 open', 'model-3 closed'])
  assert.equal((await ask(service.app, { url: '/ready' })).status, 200)
  const before = service.servers[1]?.requests.length
  assert.equal((await service.score({ name: 'Right Sock' })).status, 201)
  assert.equal(service.servers[1]?.requests.length, before)
  faults[2] = 'no money'
  // until half of its calls of the last 30 s are faults
  for (let n = 0; n < 40; n++) assert.equal((await service.score({ name: `Late Sock ${n}` })).status, 502)
  assert.deepEqual(judging(), ['model open', 'model-1 closed', 'model-2 open', 'model-3 open'])
  assert.equal((await ask(service.app, { url: '/ready' })).status, 503)
})

const one = (name: string) => ({ provider: 'openai', name, apiKey: 'secret-panel-key' })

test('MODEL_PANEL: up to three models together with the first, each once', () => {
  const first = { MODEL_PROVIDER: 'openai', MODEL_NAME: 'a', MODEL_API_KEY: 'k' }
  const read = (panel: unknown) => parseConfig({ ...first, MODEL_PANEL: JSON.stringify(panel) }).modelPanel
  const names = (panel: unknown) => read(panel).map(({ name }) => name)
  assert.deepEqual(parseConfig(first).modelPanel, [])
  assert.deepEqual(names([one('b'), one('c')]), ['b', 'c'])
  assert.deepEqual(names([one('a'), one('b'), one('c')]), ['b', 'c'])
  for (const bad of [
    {},
    [one('b'), one('b')],
    [one('b'), one('c'), one('d')],
    [one('a'), one('b'), one('c'), one('d')],
    [{ provider: 'other', name: 'b', apiKey: 'k' }],
    [{ provider: 'openai', name: 'b' }],
    [{ ...one('b'), baseUrl: 'ftp://secret-panel-key.example' }],
    [{ ...one('b'), extra: 1 }],
  ])
    assert.throws(
      () => read(bad),
      (error: Error) => error.message.startsWith('MODEL_PANEL must ') && !error.message.includes('secret-panel-key'),
      JSON.stringify(bad),
    )
  assert.throws(() => parseConfig({ ...first, MODEL_PANEL: '[' }), /^Error: MODEL_PANEL must be a JSON list/)
  assert.throws(() => parseConfig({ MODEL_PANEL: '[]' }), /MODEL_PROVIDER is missing/)
})
