import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '../../dev/stand-ins/model.ts'
import { readData, sock, sockImage, startJudge } from '../../test/world/judge.ts'
import { verdict } from '../../test/world/model.ts'
import { readUsed } from '../../test/world/operators.ts'
import { BudgetSpent } from '../activity/budgets.ts'
import { ApiError } from '../platform/errors.ts'
import { openPanel } from './judge/judging.ts'
import { newestPrompt } from './judge/prompts.ts'
import { judgeImage, judgeMeme } from './judged.ts'
import type { Measured } from './schemas.ts'

const days = (n: number) => n * 86_400_000
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
/** Each answer another score: 61, 62, … */
const climbing = () => {
  let score = 60
  return (request: ModelRequest) => verdict(request, { score: ++score })
}

/** The same judgement for a later submission of the same content. */
const asReused = (first: Measured): Measured => ({
  ...first,
  evidence: Object.assign({}, first.evidence, { areSamplesReused: true }),
})

test('a judged signal has the model’s score and reason, and a confidence up to 0.8', async (t) => {
  const { meme, image } = await startJudge(t)
  const reading = {
    score: 80,
    spread: { lowest: 70.1, highest: 89.9 },
    reason: 'Fresh and clear.',
    stub: false,
    confidence: 0.8,
  }
  for (const { reading: found } of [await meme(), await image()]) {
    const { facts, ...rest } = found
    assert.deepEqual(rest, reading)
    assert.deepEqual(facts?.[0], {
      code: 'verdict',
      effect: 80,
      values: { words: 'Fresh and clear.', samples: 1, lowest: 80, highest: 80 },
    })
  }
})

const toCodes = async (measuring: Promise<Measured>) =>
  ((await measuring).reading.facts ?? []).map(({ code, effect, values }) => [code, effect, values['cap'] ?? null])

const rated = (names: string[]) => names.map((name) => [name, null, null])

test('a judged signal has a fact for each rating of the judge, and for each gate', async (t) => {
  const { meme, image } = await startJudge(t, {
    judge: (request) => verdict(request, { score: 90, instruction_attempt: request.image ? 'none' : 'clear' }),
  })
  assert.deepEqual(await toCodes(meme()), [
    ['verdict', 20, null],
    ['instruction_attempt', null, 20],
  ])
  assert.deepEqual(await toCodes(image()), [
    ['verdict', 90, null],
    ...rated(Object.keys(newestPrompt().image.criteria.weights)),
  ])
})

test('the same content calls the model once', async (t) => {
  const { meme, image, server } = await startJudge(t, { judge: climbing() })
  const [first, second] = [await meme(), await meme()]
  assert.deepEqual(second, asReused(first))
  assert.deepEqual(asReused(await image()), await image())
  assert.equal(server.requests.length, 2)
})

test('fields that the judge doesn’t see don’t change the content', async (t) => {
  const { meme, server } = await startJudge(t, { judge: climbing() })
  const first = await meme()
  const elsewhere = { imageUrl: 'https://b.example', xHandle: '@b', creatorAddress: `0x${'b'.repeat(40)}` }
  assert.deepEqual(await meme({ ...elsewhere, description: `  ${sock.description}\u200b ` }), {
    ...first,
    evidence: Object.assign({}, asReused(first).evidence, {
      removed: {
        name: nothing,
        ticker: nothing,
        pitch: { ...nothing, zeroWidth: 1 },
      },
    }),
  })
  assert.equal(server.requests.length, 1)
})

test('other content, another image or another model calls the model again', async (t) => {
  const { meme, image, deps, openNamed, server } = await startJudge(t, { judge: climbing() })
  const scores = [
    await meme(),
    await meme({ name: 'Right Sock' }),
    await meme({ symbol: 'RSOCK' }),
    await meme({ description: 'The other one.' }),
    await meme({}, { model: openNamed('other-model') }),
    await image(),
    await image({ name: 'Right Sock' }),
    await image({ image: { ...sockImage, hash: 'cd'.repeat(32) } }),
  ].map(({ reading }) => reading.score)
  assert.deepEqual(scores, [61, 62, 63, 64, 65, 66, 67, 68])
  const marks = server.requests.map(({ text }) => /BEGIN SUBMISSION (\w{16})\n/.exec(text)?.[1])
  assert.equal(new Set(marks).size, 8)
  assert.equal(deps.model.name, 'some-model')
})

test('a measurement shares no samples with scores, and each has its own', async (t) => {
  const { deps, server } = await startJudge(t, { judge: climbing() })
  const { name, symbol: ticker, description } = sock
  const pitch = description ?? ''
  const question = { signalName: 'meme', prompt: newestPrompt(), fields: { name, ticker, pitch } } as const
  const scoreIn = async (measurement?: string) => {
    const asked = { ...question, ...(measurement !== undefined && { measurement }) }
    return (await openPanel(deps, asked, new AbortController().signal)).judgement.score
  }
  const scores = [
    await scoreIn(),
    await scoreIn('first'),
    await scoreIn('second'),
    await scoreIn('first'),
    await scoreIn(),
  ]
  assert.deepEqual(scores, [61, 62, 63, 62, 61])
  assert.equal(server.requests.length, 3)
})

test('a sample is reused for 30 days', async (t) => {
  const { meme, time } = await startJudge(t, { judge: climbing() })
  const start = time.now
  assert.equal((await meme()).reading.score, 61)
  time.now = later(start, days(30) - 1000)
  assert.equal((await meme()).reading.score, 61)
  time.now = later(start, days(30) + 1000)
  assert.equal((await meme()).reading.score, 62)
  assert.equal((await meme()).reading.score, 62)
})

test('content is judged again when the model’s name resolves to another id', async (t) => {
  let resolved = 'some-model-2026-10'
  const { meme, time } = await startJudge(t, { judge: climbing(), resolvedModel: () => resolved })
  assert.equal((await meme()).reading.score, 61)
  resolved = 'some-model-2026-11'
  time.now = later(time.now, 1000)
  assert.equal((await meme()).reading.score, 61)
  assert.equal((await meme({ name: 'Right Sock' })).reading.score, 62)
  assert.equal((await meme()).reading.score, 63)
})

test('concurrent judgements of the same content have the same verdict', async (t) => {
  const climb = climbing()
  const allAsked = Promise.withResolvers<void>()
  const judge = async (request: ModelRequest) => {
    if (server.requests.length === 3) allAsked.resolve()
    await allAsked.promise
    return climb(request)
  }
  const { meme, server } = await startJudge(t, { judge })
  const all = await Promise.all([meme(), meme(), meme()])
  assert.equal(new Set(all.map(({ reading }) => reading.score)).size, 1)
  assert.equal(server.requests.length, 3)
})

const nothing = { zeroWidth: 0, bidi: 0, tags: 0, privateUse: 0, reserved: 0 }

const asCopycat = (request: Pick<ModelRequest, 'image'>) => verdict(request, { copycat_of: 'Lost Sock', score: 71 })

test('evidence: raw arguments, model, gates, hits and removed text', async (t) => {
  const { meme, time } = await startJudge(t, { judge: asCopycat, resolvedModel: () => 'some-model-2026-10' })
  const { reading, evidence } = await meme({ description: 'Dear judge, <b>hello</b>' })
  assert.equal(reading.score, 60)
  const { contentKey, samples, ...rest } = evidence as { contentKey: string; samples: Record<string, unknown>[] }
  assert.match(contentKey, /^[0-9a-f]{64}$/)
  assert.deepEqual(rest, {
    rules: ['clean-rules@1.1.0', 'content-rules@1.1.0', 'scan-rules@1.2.0'],
    areSamplesReused: false,
    removed: { name: nothing, ticker: nothing, pitch: { ...nothing, reserved: 2 } },
  })
  const [{ latencyMs, ...sample } = {}] = samples
  assert.ok(Number.isInteger(latencyMs))
  assert.deepEqual(sample, {
    sampleIndex: 0,
    resolvedModel: 'some-model-2026-10',
    arguments: asCopycat({ image: undefined }),
    requestId: 'req_1',
    inputTokens: 812,
    outputTokens: 64,
    createdAt: time.now.toISOString(),
    score: 60,
    criteriaScore: 80,
    gates: ['copycat'],
    hits: [{ class: 'suspicious', subject: 'address', via: 'plain', quote: 'dear judge' }],
  })
  assert.equal(reading.confidence, 0.68)
})

test('the judge sees name, ticker and pitch, or name and image, marked as data', async (t) => {
  const { meme, image, server } = await startJudge(t)
  await meme()
  await image()
  const [first, second] = server.requests
  assert.ok(first && second)
  assert.equal(
    readData(first),
    'name: LeftˆSock\nticker: SOCK\npitch: Everyˆwashingˆmachineˆtakesˆone.ˆThisˆisˆtheˆtokenˆofˆtheˆother.',
  )
  assert.equal(readData(second), 'name: LeftˆSock')
  assert.equal(first.image, undefined)
  assert.deepEqual(second.image, sockImage.bytes)
  const { meme: rules, image: imageRules } = newestPrompt()
  assert.equal(first.instructions, rules.instructions)
  assert.equal(second.instructions, imageRules.instructions)
  for (const { text, instructions } of server.requests)
    for (const secret of [sock.creatorAddress, sock.xHandle ?? '', sock.imageUrl])
      assert.ok(secret !== '' && !text.includes(secret) && !instructions.includes(secret))
})

test('a used-up budget refuses new samples until the next day; stored ones serve', async (t) => {
  const { meme, time, deps } = await startJudge(t, {
    budget: 2000,
    findFault: (_, count) => (count === 1 ? 'no call' : undefined),
  })
  assert.equal((await meme()).reading.score, 80)
  assert.equal(await readUsed(deps.db, 'model_tokens'), 2 * 876)
  await assert.rejects(meme({ name: 'Right Sock' }), (error) => {
    assert.ok(error instanceof BudgetSpent)
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 12 * 3600])
    assert.match(error.message, /language-model budget/)
    return true
  })
  assert.equal((await meme()).reading.score, 80)
  time.now = new Date('2026-11-21T00:00:00Z')
  assert.equal((await meme({ name: 'Right Sock' })).reading.score, 80)
})

test('a failed judgement stores only its cost', async (t) => {
  const { meme, deps } = await startJudge(t, { budget: 1_000_000, findFault: () => 'out of range' })
  await assert.rejects(meme(), { provider: 'model', fault: 'request' })
  assert.deepEqual(await deps.db.selectFrom('judge_samples').select('content_key').execute(), [])
  assert.equal(await readUsed(deps.db, 'model_tokens'), 2 * 876)
})

test('content that the model declines twice is a fault of the field', async (t) => {
  const { meme, image } = await startJudge(t, { findFault: () => 'refusal' })
  for (const [judged, path] of [
    [meme, 'description'],
    [image, 'imageUrl'],
  ] as const)
    await assert.rejects(judged(), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.code, error.details?.map((detail) => detail.path)], ['bad_request', [path]])
      return true
    })
})

test('without a model both signals are stubs that name the setting', async (t) => {
  const { deps } = await startJudge(t)
  const subject = { submission: sock, prompt: newestPrompt(), image: Promise.resolve(sockImage) }
  const { signal } = new AbortController()
  const reading = {
    score: 50,
    reason: 'Not measured: the key of a language model is pending (MODEL_PROVIDER is not set).',
    facts: [{ code: 'not_configured', effect: null, values: { setting: 'MODEL_PROVIDER' } }],
    stub: true,
    confidence: null,
  }
  assert.deepEqual((await judgeMeme({ ...deps, model: null }, subject, signal)).measured.reading, reading)
  assert.deepEqual((await judgeImage({ ...deps, model: null }, subject, signal)).measured.reading, reading)
})

test('characters that PostgreSQL refuses are removed from a verdict', async (t) => {
  const { meme } = await startJudge(t, { judge: (request) => verdict(request, { reason: 'a\0b\ud800c' }) })
  assert.equal((await meme()).reading.reason, 'a\ufffdb\ufffdc')
})

test('an aborted judgement rejects with the reason of the signal', async (t) => {
  const { deps } = await startJudge(t, { findFault: () => 'hang' })
  const abort = new AbortController()
  const judging = judgeMeme(deps, { submission: sock, prompt: newestPrompt() }, abort.signal)
  const reason = new Error('gone')
  setImmediate(() => abort.abort(reason))
  await assert.rejects(judging, reason)
})
