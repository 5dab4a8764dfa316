import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { pictureWords } from '../dev/tools/evaluation-pictures/attack-pictures.ts'
import { createDecoder } from '../src/providers/images/decode-image.ts'
import { evaluate } from '../src/evaluation/evaluate.ts'
import { type EvaluationSets, loadSets } from '../src/evaluation/sets/load-sets.ts'
import { newestPrompt } from '../src/judge/prompts.ts'
import { type JudgeOptions, startJudge } from './judge-world.ts'

/** Reads the words of a picture of the red-team set as the service sends it to the judge. */
export async function createReader(): Promise<(image: Buffer) => string> {
  const { pictures } = loadSets()
  const { createMetrics } = await import('../src/platform/metrics.ts')
  const decode = createDecoder(createMetrics())
  const known = new Map<string, string>()
  for (const [name, words] of Object.entries(pictureWords)) {
    const { bytes } = await decode(pictures.get(name) ?? Buffer.alloc(0), new AbortController().signal)
    known.set(toHash(bytes), words)
  }
  return (image) => known.get(toHash(image)) ?? ''
}

const toHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A scripted judge with all that a measurement needs. */
export async function startEvaluation(t: Pick<TestContext, 'after'>, options: JudgeOptions) {
  const world = await startJudge(t, options)
  const deps = { ...world.deps, images: { decode: createDecoder(world.deps.metrics) } }
  const run = (sets: EvaluationSets = loadSets(), repeats = 1) =>
    evaluate(deps, { sets, prompt: newestPrompt(), repeats }, new AbortController().signal)
  return { ...world, deps, run }
}
