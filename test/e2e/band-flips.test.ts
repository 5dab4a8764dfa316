import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { ModelRequest } from '../../dev/stand-ins/model.ts'
import { createSequence } from '../../dev/stand-ins/noisy-judge.ts'
import { readSubmission } from '../../dev/stand-ins/read-submission.ts'
import { newestPrompt } from '../../src/signals/judge/prompts.ts'
import { aggregateX100 } from '../../contract/aggregate.ts'
import { bandLines, toBand } from '../../contract/bands.ts'
import { refine } from '../../src/signals/measure.ts'
import { withoutSamples } from '../../src/signals/definition.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import { startApp, startWorld } from '../world/app.ts'
import { judgedBy } from '../world/judge.ts'
import { verdict } from '../world/model.ts'

/** BAND_FLIPS=2000 takes some minutes. */
const count = Number(process.env['BAND_FLIPS'] ?? 200)
const atOnce = 8
const prompt = newestPrompt()
type Others = Record<string, Reading>
const deviation = 6

/**
 * The standard error of a share of as many launches. Each launch must get what the rules give it without a socket, and
 * src/signals/measure.test.ts counts the flips of 20,000 that way.
 */
const toError = (share: number): number => Math.sqrt((share * (1 - share)) / count)

/** The name of a submission holds what the judge thinks of it: totals lie evenly from 33 to 84. */
const toName = (n: number): string => `Sock ${n}`
const toTruth = (n: number): number => (83 * (n + 0.5)) / count

interface Asked {
  run: number
  signal: 'meme' | 'image'
  n: number
  /** How often the judge was asked before. */
  time: number
}

/** Draws a score that is off by a normal error. It is the same in whatever order requests arrive. */
function drawScore({ run, signal, n, time }: Asked): number {
  const next = createSequence(createHash('sha256').update(`${run} ${signal} ${n} ${time}`).digest().readUInt32BE(0))
  const error = deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return Math.min(100, Math.max(0, Math.round(toTruth(n) + error)))
}

/** A judge with noise, and the number of its calls. */
function createNoisyJudge(run: number) {
  const asked = new Map<string, number>()
  let calls = 0
  const judge = (request: ModelRequest) => {
    calls += 1
    const n = Number(/\d+/.exec(readSubmission(request.text).name)?.[0])
    const signal = request.image ? 'image' : 'meme'
    const key = `${signal} ${n}`
    const time = asked.get(key) ?? 0
    asked.set(key, time + 1)
    return verdict(request, { score: drawScore({ run, signal, n, time }) })
  }
  return { judge, countCalls: () => calls }
}

/** The judged scores and the band that the rules give, without a service. */
async function scoreByRules({ run, n, samples }: Pick<Asked, 'run' | 'n'> & { samples: number }, others: Others) {
  const judge = (signal: Asked['signal']) => {
    let time = 0
    return judgedBy(() => drawScore({ run, signal, n, time: time++ }), { most: samples })
  }
  const measure = (name: string) => {
    if (name === 'meme' || name === 'image') return judge(name)
    const reading = others[name]
    assert.ok(reading)
    return withoutSamples({ reading, evidence: null })
  }
  const weighted = prompt.signals.map(({ name, weight }) => ({ name, weight, ...measure(name) }))
  const { signal: deadline } = new AbortController()
  const refined = await refine(weighted, { bandLines, modelSamples: samples, deadline })
  const parts = refined.map(({ name, weight, measured }) => ({ name, weight, ...measured.reading }))
  const scoreOf = (wanted: string) => parts.find(({ name }) => name === wanted)?.score
  return [scoreOf('meme'), scoreOf('image'), toBand(aggregateX100(parts))]
}

/** The bands of all submissions in one run, and the calls per judged signal. */
async function scoreAll(t: TestContext, { run, samples }: { run: number; samples: string }) {
  const { judge, countCalls } = createNoisyJudge(run)
  const world = await startWorld(t, { model: { judge } })
  // Two signals are stubs, so that the noisy ones weigh as much as in the plan.
  const { CREATOR_DATA_URL, CREATOR_DATA_KEY, TOKEN_RISK_URL, ...environment } = world.environment
  assert.ok(CREATOR_DATA_URL && CREATOR_DATA_KEY && TOKEN_RISK_URL)
  const { score } = await startApp(t, {
    world,
    environment: { ...environment, MODEL_SAMPLES: samples },
    config: { scoreDailyTotal: 1e6, storeDailyBytes: 1e12 },
  })
  const bands: string[] = []
  const scoreOne = async (n: number) => {
    const description = `Number ${n} of the socks that every washing machine takes.`
    const { status, body } = await score({ name: toName(n), description })
    assert.equal(status, 201, JSON.stringify(body))
    const { meme, image, ...others } = body.signals
    const byRules = await scoreByRules({ run, n, samples: Number(samples) }, others)
    assert.deepEqual([meme.score, image.score, body.band], byRules)
    bands[n] = body.band
  }
  for (let n = 0; n < count; n += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - n) }, (_, at) => scoreOne(n + at)))
  return { bands, calls: countCalls() / (2 * count) }
}

async function compareRuns(t: TestContext, samples: string) {
  const [one, other] = [await scoreAll(t, { run: 1, samples }), await scoreAll(t, { run: 2, samples })]
  const flips = one.bands.filter((band, n) => band !== other.bands[n]).length / count
  const calls = (one.calls + other.calls) / 2
  t.diagnostic(
    `MODEL_SAMPLES=${samples}: ${(100 * flips).toFixed(1)} % change bands, ${calls.toFixed(2)} calls per signal`,
  )
  return { flips, calls }
}

test('before a judge with noise of 6, sampling halves the launches that change bands', async (t) => {
  const single = await compareRuns(t, '1')
  const sampled = await compareRuns(t, '5')
  assert.equal(single.calls, 1)
  assert.ok(Math.abs(single.flips - 0.12) <= 3 * toError(0.12), `${single.flips} without sampling`)
  assert.ok(sampled.flips <= 0.06 + 2 * toError(0.06), `${sampled.flips} with sampling`)
  assert.ok(sampled.flips <= 0.6 * single.flips)
  assert.ok(sampled.calls <= 2.2, `${sampled.calls} calls per signal`)
})

await import('../world/close-shared-db.ts')
