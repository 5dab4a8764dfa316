import type { TestContext } from 'node:test'
import { type ModelRequest, type ModelScript, startModelServer } from '../../dev/stand-ins/model.ts'
import { createBudgets } from '../../src/activity/budgets.ts'
import { parseConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { evaluate } from '../../src/evaluation/evaluate.ts'
import { type EvaluationSets, loadSets } from '../../src/evaluation/sets.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { createDecoder } from '../../src/providers/images/images-http.ts'
import type { Image, Images } from '../../src/providers/images/images.ts'
import { createModel, ownQuestion } from '../../src/providers/model/model-http.ts'
import type { MeasuredSignal } from '../../src/signals/definition.ts'
import { newestPrompt } from '../../src/signals/judge/prompts.ts'
import { combine } from '../../src/signals/judge/rules/combine-1.1.0.ts'
import { judgeImage, judgeMeme } from '../../src/signals/judged.ts'
import type { Submission } from '../../src/signals/schemas.ts'
import { startApp, startWorld } from './app.ts'
import { sharedTestDb } from './database.ts'
import { makeDeps, memoryLog } from './deps.ts'
import { verdict } from './model.ts'
import { closeAfter } from './waiting.ts'

export const sock: Submission = {
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/a.png',
  xHandle: '@leftsock',
  creatorAddress: '0xa11ce00000000000000000000000000000000001',
  creatorName: null,
  contractAddress: null,
  links: [],
}

const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
export const sockImage: Image = { hash: 'ab'.repeat(32), bytes, mediaType: 'image/png', width: 64, height: 64 }

/** The submission as the judge saw it: what stands between the two lines that bear the mark. */
export const readData = ({ text }: ModelRequest): string =>
  /BEGIN SUBMISSION (\w{16})\n([^]*)\nEND SUBMISSION \1\n/.exec(text)?.[2] ?? ''

export interface JudgeOptions extends Partial<ModelScript> {
  modelName?: string
  budget?: number
}

/** The two judged signals before a scripted model, on the run's database, emptied; the clock stands until it is set. */
export async function startJudge(t: Pick<TestContext, 'after'>, options: JudgeOptions = {}) {
  const { modelName = 'some-model', budget = null, ...script } = options
  const server = await startModelServer({ judge: (request) => verdict(request), ...script })
  closeAfter(t, server.close)
  const { db } = await sharedTestDb()
  const guard = { run: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => work(signal) }
  const openNamed = (name: string) =>
    createModel({ provider: 'openai', baseUrl: server.baseUrl, name, apiKey: 'key', timeoutMs: 10_000, guard })
  const metrics = createMetrics()
  const time = { now: new Date('2026-11-20T12:00:00Z') }
  const own = {
    db,
    config: { ...parseConfig({}), modelDailyBudgetTokens: budget },
    clock: { now: () => time.now },
    metrics,
    log: memoryLog().log,
  }
  const deps = makeDeps({
    ...own,
    budgets: createBudgets(own),
    random: systemRandom,
    model: openNamed(modelName),
  })
  const forever = new AbortController().signal
  const prompt = newestPrompt()
  return {
    deps,
    server,
    time,
    openNamed,
    meme: async (over: Partial<Submission> = {}, own: Partial<Deps> = {}) =>
      (await judgeMeme({ ...deps, ...own }, { submission: { ...sock, ...over }, prompt }, forever)).measured,
    image: async (over: Partial<Submission & { image: Image }> = {}) => {
      const subject = { submission: { ...sock, ...over }, image: Promise.resolve(over.image ?? sockImage), prompt }
      return (await judgeImage(deps, subject, forever)).measured
    },
  }
}

/** A scripted judge with all that a measurement needs. */
export async function startEvaluation(t: Pick<TestContext, 'after'>, options: JudgeOptions) {
  const world = await startJudge(t, options)
  const images = { decode: createDecoder(world.deps.metrics) } as Images
  const deps = { ...world.deps, images } // a measurement decodes images and does nothing else with them
  const run = (sets: EvaluationSets = loadSets(), repeats = 1) =>
    evaluate(deps, { sets, prompt: newestPrompt(), repeats }, new AbortController().signal)
  return { ...world, deps, run }
}

/** Whether a request is the question that each start of the service asks. */
export const isOwnQuestion = ({ text }: { text: string }): boolean => text.includes(ownQuestion.text)

/** A world whose model responds only after the test; `asked` resolves with the model's first request about a submission. */
export async function startHeldWorld(t: TestContext) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const world = await startWorld(t, {
    model: {
      judge: async (request) => {
        if (!isOwnQuestion(request)) asked.resolve()
        await released.promise
        return verdict(request)
      },
    },
  })
  t.after(() => released.resolve())
  return { world, asked: asked.promise }
}

/** A service that listens, in such a world. */
export async function startHeldModel(t: TestContext) {
  const { world, asked } = await startHeldWorld(t)
  const started = await startApp(t, { world })
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 })
  const countScorings = async () => {
    const { values } = await started.deps.metrics.queueRunning.get()
    return values.find(({ labels }) => labels.queue === 'scorings')?.value
  }
  return { ...started, url, asked, countScorings }
}

const prompt = newestPrompt()

/** A signal of samples whose scores `next` draws, under the rules of the prompt version. */
export function judgedBy(next: () => number, { scores = [next()], most = 5 } = {}): MeasuredSignal {
  const samples = scores.map((score) => ({
    score,
    ownScore: score,
    criteriaScore: score,
    confidence: 0.9,
    isSuspicious: false,
  }))
  const reading = { ...combine(samples, prompt), reason: '', stub: false }
  const isOpen = scores.length < most
  const more = (upTo: number) => [...scores, ...Array.from({ length: upTo - scores.length }, next)]
  return {
    measured: { reading, evidence: null },
    samples: scores.length,
    refine: isOpen ? (upTo) => Promise.resolve(judgedBy(next, { scores: more(upTo), most })) : null,
  }
}
