import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createSequence } from '../../dev/stand-ins/noisy-judge.ts'
import { judgedBy } from '../../test/world/judge.ts'
import { newestPrompt } from './judge/prompts.ts'
import { type MeasuredSignal, withoutSamples } from './definition.ts'
import { refine } from './measure.ts'
import { toTotalSpread } from '../../contract/aggregate.ts'

const prompt = newestPrompt()
const bandLines = [45, 70]
const { signal: deadline } = new AbortController()

const byRules = (score: number, stub = false): MeasuredSignal =>
  withoutSamples({ reading: { score, reason: '', stub, confidence: null }, evidence: null })
const even = (score: number) => ({
  creator: byRules(score),
  name: byRules(score),
  social: byRules(score),
  risk: byRules(score),
})
const fixed = (score: number) => judgedBy(() => score)

interface Pair {
  meme: MeasuredSignal
  image: MeasuredSignal
}

/** Refines the judged signals beside the others, with the weights of the prompt version. */
async function refinePair(pair: Pair, others: Record<string, MeasuredSignal>, modelSamples = 5): Promise<Pair> {
  const all: Record<string, MeasuredSignal> = { ...pair, ...others }
  const weighted = prompt.signals.map(({ name, weight }) => ({ name, weight, ...(all[name] ?? byRules(50, true)) }))
  const refined = await refine(weighted, { bandLines, modelSamples, deadline })
  const find = (wanted: string) => refined.find(({ name }) => name === wanted) ?? byRules(50, true)
  return { meme: find('meme'), image: find('image') }
}

const refineEven = (score: number, modelSamples?: number) =>
  refinePair({ meme: fixed(score), image: fixed(score) }, even(score), modelSamples)

test('far from a band line one sample is enough; close to it there are five', async () => {
  for (const [score, count] of [
    [20, 1],
    [45, 5],
    [57, 1],
    [70, 5],
    [95, 1],
  ] as const) {
    const { meme, image } = await refineEven(score)
    assert.deepEqual([meme.samples, image.samples], [count, count], String(score))
  }
})

test('sampling stops as soon as the spread leaves the line', async () => {
  const { meme, image } = await refineEven(68)
  assert.deepEqual([meme.samples, image.samples], [3, 3])
})

test('there are never more samples than the configuration allows', async () => {
  for (const modelSamples of [2, 3, 4, 5]) {
    const { meme } = await refineEven(70, modelSamples)
    assert.equal(meme.samples, modelSamples)
  }
})

test('a signal that can’t be refined keeps its samples, and the other is refined', async () => {
  const image = { ...fixed(70), refine: null }
  const refined = await refinePair({ meme: fixed(70), image }, even(70))
  assert.deepEqual([refined.meme.samples, refined.image.measured, refined.image.samples], [5, image.measured, 1])
})

test('the total’s spread: errors add up as squares, stubs count for nothing', () => {
  const spread = { lowest: 40, highest: 60 }
  const one = { score: 50, weight: 25, stub: false, spread }
  assert.deepEqual(toTotalSpread([one]), spread)
  assert.deepEqual(toTotalSpread([one, { score: 90, weight: 25, stub: true }]), spread)
  assert.equal(toTotalSpread([{ score: 50, weight: 25, stub: false }]), null)
  const pair = toTotalSpread([
    { ...one, weight: 3, spread: { lowest: 40, highest: 50 } },
    { ...one, weight: 4, spread: { lowest: 40, highest: 50 } },
  ])
  assert.equal(pair?.highest, 50)
  assert.equal(pair?.lowest.toFixed(6), (50 - 50 / 7).toFixed(6))
})

test('the total’s spread holds the total, and grows with each signal’s', () => {
  const part = fc.record({
    score: fc.integer({ min: 0, max: 100 }),
    weight: fc.integer({ min: 1, max: 30 }),
    half: fc.integer({ min: 0, max: 20 }),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const spreadBy = (factor: number) =>
        toTotalSpread(
          parts.map(({ score, weight, half }) => ({
            score,
            weight,
            stub: false,
            spread: { lowest: score - factor * half, highest: score + factor * half },
          })),
        )
      const total = parts.reduce((sum, { weight }) => sum + weight, 0)
      const mean = parts.reduce((sum, { score, weight }) => sum + (score * weight) / total, 0)
      const [narrow, wide] = [spreadBy(1), spreadBy(2)]
      assert.ok(narrow && wide)
      assert.ok(narrow.lowest <= mean + 1e-9 && mean <= narrow.highest + 1e-9)
      assert.ok(wide.lowest <= narrow.lowest + 1e-9 && narrow.highest <= wide.highest + 1e-9)
    }),
  )
})

/** A judge whose scores have an error of this standard deviation. */
function createNoise(deviation: number, seed: number) {
  const next = createSequence(seed)
  const draw = (truth: number) => {
    const error = deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return Math.min(100, Math.max(0, Math.round(truth + error)))
  }
  return { next, draw }
}

/** Judges random tokens twice; creator and risk are stubs, so that the noise weighs most. */
async function countFlips(modelSamples: number, tokens = 20_000) {
  const { next, draw } = createNoise(6, 1)
  const score = () => Math.floor(101 * next())
  let [flips, calls] = [0, 0]
  for (let token = 0; token < tokens; token++) {
    const [memeTruth, imageTruth] = [score(), score()]
    const others = {
      creator: byRules(50, true),
      name: byRules(score()),
      social: byRules(score()),
      risk: byRules(50, true),
    }
    const judgeOnce = async () => {
      const meme = judgedBy(() => draw(memeTruth), { most: modelSamples })
      const image = judgedBy(() => draw(imageTruth), { most: modelSamples })
      const refined = await refinePair({ meme, image }, others, modelSamples)
      calls += refined.meme.samples + refined.image.samples
      return bandLines.filter((line) => toTotal({ ...others, ...refined }) >= line).length
    }
    if ((await judgeOnce()) !== (await judgeOnce())) flips += 1
  }
  return { flips: flips / tokens, calls: calls / (4 * tokens) }
}

const weightOf = (wanted: string) => prompt.signals.find(({ name }) => name === wanted)?.weight ?? 0

/** To two decimals, as a score has it. */
function toTotal(signals: Record<string, MeasuredSignal>): number {
  const readings = Object.entries(signals).map(([name, { measured }]) => [name, measured.reading] as const)
  const live = readings.filter(([, { stub }]) => !stub)
  const total = live.reduce((sum, [name]) => sum + weightOf(name), 0)
  return (
    Math.floor((100 * live.reduce((sum, [name, { score }]) => sum + weightOf(name) * score, 0)) / total + 0.5) / 100
  )
}

test('with noise of 6 points, sampling halves the flips of bands', async () => {
  const [without, sampled] = [await countFlips(1), await countFlips(5)]
  assert.equal(without.calls, 1)
  assert.ok(without.flips > 0.095 && without.flips < 0.13, `without: ${without.flips}`)
  assert.ok(sampled.flips <= 0.06, `flips: ${sampled.flips}`)
  assert.ok(sampled.calls <= 2.2, `calls: ${sampled.calls}`)
})
