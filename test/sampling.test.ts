import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ModelFault, ModelRequest } from '../dev/stand-ins/model.ts'
import type { Config } from '../src/config.ts'
import { readUsed } from './world/operators.ts'
import { newestPrompt } from '../src/signals/judge/prompts.ts'
import { runCommand } from '../src/main/commands.ts'
import { judgeMeme } from '../src/signals/judged.ts'
import { holdDeadlines, until } from './world/waiting.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { sock, startJudge } from './world/judge.ts'
import { formats, verdict } from './world/model.ts'

/** With it, the total lies on the line between amber and green. */
const scoreAtLine = 91

interface Options {
  score?: number
  provider?: (typeof formats)[number]
  findFault?: (request: ModelRequest, count: number) => ModelFault | undefined
  config?: Partial<Config>
  samples?: string
}

/** A service that may take five samples, before a judge whose scores are `score`, one less, one more, `score` … */
async function startSampling(t: TestContext, options: Options = {}) {
  const { score = scoreAtLine, provider = 'openai', findFault, config, samples = '5' } = options
  const counts = { meme: 0, image: 0 }
  const judge = (request: ModelRequest) => {
    const signal = request.image ? 'image' : 'meme'
    counts[signal] += 1
    return verdict(request, { score: score + ([0, -1, 1][(counts[signal] - 1) % 3] ?? 0) })
  }
  const world = await startWorld(t, { model: { judge, ...(findFault && { findFault }) } })
  const environment = { ...world.environment, MODEL_PROVIDER: provider, MODEL_SAMPLES: samples }
  const service = await startApp(t, { world, environment, ...(config && { config }) })
  return { ...service, world, counts }
}

const readEvidence = async ({ deps }: Pick<Awaited<ReturnType<typeof startSampling>>, 'deps'>, id: string) => {
  const row = await deps.db.selectFrom('scores').select('evidence').where('id', '=', id).executeTakeFirstOrThrow()
  return row.evidence as Record<'meme' | 'image', { samples: { sampleIndex: number }[]; isCutShort?: true }>
}

const countSamples = (evidence: Awaited<ReturnType<typeof readEvidence>>) =>
  [evidence.meme, evidence.image].map(({ samples }) => samples.map(({ sampleIndex }) => sampleIndex).join(''))

test('near a band line, the judged signals use five samples in both wire formats', async (t) => {
  for (const provider of formats) {
    const service = await startSampling(t, { provider })
    const { status, body } = await service.score()
    assert.equal(status, 201)
    assert.ok(Math.abs(body.aggregate - 70) < 1, `the total is ${body.aggregate}`)
    assert.deepEqual(service.counts, { meme: 5, image: 5 })
    assert.deepEqual(countSamples(await readEvidence(service, body.id)), ['01234', '01234'])
    const { score, spread, confidence } = body.signals.meme
    assert.deepEqual({ score, confidence }, { score: 91, confidence: 0.9 })
    assert.deepEqual(spread, body.signals.image.spread)
    assert.ok(spread.lowest > 87 && spread.highest < 95, JSON.stringify(spread))
    assert.equal(body.signals.creator.spread, undefined)
  }
})

test('far from the band lines, and with MODEL_SAMPLES=1, one sample is taken', async (t) => {
  for (const options of [{ score: 60 }, { samples: '1' }]) {
    const service = await startSampling(t, options)
    const { body } = await service.score()
    assert.deepEqual(service.counts, { meme: 1, image: 1 })
    const { score, spread } = body.signals.meme
    assert.equal(spread.lowest, Math.round((score - 9.87) * 10) / 10)
  }
})

test('a re-score uses the same samples, and replay --check gives the same numbers', async (t) => {
  const service = await startSampling(t)
  const { body } = await service.score()
  const again = await ask(service.app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
  assert.deepEqual(again.body.signals.meme, body.signals.meme)
  assert.deepEqual(service.counts, { meme: 5, image: 5 })
  const { status, stderr } = await runCommand(service.deps, ['replay', '--check'])
  assert.deepEqual([status, stderr], [0, ''])
})

test('a verdict with one sample is refined under its own key', async (t) => {
  const { world, ...service } = await startSampling(t, { samples: '1' })
  const { body } = await service.score()
  const environment = { ...world.environment, MODEL_SAMPLES: '3' }
  const other = await startReplica(t, service.deps, { world, environment })
  const before = world.model.requests.length
  const again = await other.score()
  assert.equal(world.model.requests.length, before + 4)
  const evidence = await readEvidence(service, again.body.id)
  assert.deepEqual(countSamples(evidence), ['012', '012'])
  assert.ok(body.id !== again.body.id)
})

/** The criteria in the order in which a request's tool asks for them. */
const orderOf = ({ schema }: ModelRequest): string => {
  const { properties } = schema as { properties: { criteria: { properties: object; required: string[] } } }
  const names = Object.keys(properties.criteria.properties)
  assert.deepEqual(names, properties.criteria.required)
  return names.join()
}

test('each sample has the criteria in another order of the prompt version', async (t) => {
  const { score, world } = await startSampling(t)
  await score()
  const requests = world.model.requests.filter(({ image }) => !image)
  const orders = newestPrompt().meme.criteria.orders.map((order) => order.join())
  assert.deepEqual(requests.map(orderOf).toSorted(), orders.toSorted())
})

test('failed samples lower the confidence; the first one must not fail', async (t) => {
  const service = await startSampling(t, { findFault: (_, count) => (count > 2 ? 'no call' : undefined) })
  const { status, body } = await service.score()
  assert.equal(status, 201)
  const { meme, image } = await readEvidence(service, body.id)
  assert.deepEqual([meme.isCutShort, image.isCutShort], [true, true])
  assert.deepEqual([meme.samples.length, image.samples.length], [1, 1])
  assert.equal(body.signals.meme.confidence, 0.72)
  assert.equal((await runCommand(service.deps, ['replay', '--check'])).status, 0)
  const failing = await startSampling(t, { findFault: () => 'no call' })
  assert.equal((await failing.score()).status, 502)
})

const hangLater = (_: ModelRequest, count: number) => (count > 6 ? ('hang' as const) : undefined)

test('the deadline ends sampling with the samples that are there', async (t) => {
  const deadlines = holdDeadlines(t)
  const service = await startSampling(t, { findFault: hangLater })
  const scoring = service.score()
  await until(() => service.world.model.requests.length > 6)
  deadlines.pass(service.deps.config.samplingDeadlineMs)
  const { status, body } = await scoring
  assert.equal(status, 201)
  const { meme, image } = await readEvidence(service, body.id)
  assert.ok(meme.samples.length >= 1 && image.samples.length >= 1)
  assert.ok(meme.samples.length < 5 && image.samples.length < 5)
  assert.equal(meme.isCutShort ?? image.isCutShort, true)
})

test('every sample counts against the budget, which ends sampling too', async (t) => {
  const budget = { modelDailyBudgetTokens: 5000 }
  const service = await startSampling(t, { config: budget })
  const { status, body } = await service.score()
  assert.equal(status, 201)
  assert.equal((await readEvidence(service, body.id)).meme.isCutShort, true)
  const asked = service.world.model.requests.length
  // strangers have half: one sample of each signal, and then none
  assert.equal(asked, 2)
  assert.equal(await readUsed(service.deps.db, 'model_tokens'), asked * 876)
})

test('a measurement’s samples are refined under its own key, and no score uses them', async (t) => {
  const { deps, server } = await startJudge(t)
  const { signal } = new AbortController()
  const subject = { submission: sock, prompt: newestPrompt() }
  const own = await judgeMeme(deps, { ...subject, measurement: 'appeal:1' }, signal)
  const refined = await own.refine?.(3, signal)
  assert.deepEqual([refined?.samples, server.requests.length], [3, 3])
  assert.equal((await judgeMeme(deps, { ...subject, measurement: 'appeal:1' }, signal)).samples, 3)
  assert.equal((await judgeMeme(deps, subject, signal)).samples, 1)
  assert.equal(server.requests.length, 4)
})

test('a sample by another model is not mixed in', async (t) => {
  const ids = ['model-a', 'model-b', 'model-a']
  const { deps } = await startJudge(t, { resolvedModel: () => ids.shift() ?? 'model-a' })
  const { signal } = new AbortController()
  const first = await judgeMeme(deps, { submission: sock, prompt: newestPrompt() }, signal)
  const refined = await first.refine?.(3, signal)
  assert.deepEqual([refined?.samples, refined?.refine], [2, null])
})
