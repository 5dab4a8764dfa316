import type { TestContext } from 'node:test'
import type { Images } from '../src/providers/images/images.ts'
import { createDecoder } from '../src/providers/images/image-queues.ts'
import { evaluate } from '../src/evaluation/evaluate.ts'
import { type EvaluationSets, loadSets } from '../src/evaluation/sets/load-sets.ts'
import { newestPrompt } from '../src/judge/prompts.ts'
import { type JudgeOptions, startJudge } from './judge-world.ts'

/** A scripted judge with all that a measurement needs. */
export async function startEvaluation(t: Pick<TestContext, 'after'>, options: JudgeOptions) {
  const world = await startJudge(t, options)
  const images = { decode: createDecoder(world.deps.metrics) } as Images
  const deps = { ...world.deps, images } // a measurement decodes images and does nothing else with them
  const run = (sets: EvaluationSets = loadSets(), repeats = 1) =>
    evaluate(deps, { sets, prompt: newestPrompt(), repeats }, new AbortController().signal)
  return { ...world, deps, run }
}
