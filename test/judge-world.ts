import type { TestContext } from 'node:test'
import { type ModelRequest, type ModelScript, startModelServer } from '../dev/stand-ins/model.ts'
import { createBudgets } from '../src/activity/budgets/budgets.ts'
import { parseConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Image } from '../src/providers/images/images.ts'
import { createModel } from '../src/providers/model/model-http.ts'
import { judgeImage } from '../src/signals/image.ts'
import { judgeMeme } from '../src/signals/meme.ts'
import { newestPrompt } from '../src/judge/prompts.ts'
import type { Submission } from '../src/signals/schemas.ts'
import { sharedTestDb } from './test-db.ts'
import { verdict } from './verdicts.ts'
import { closeAfter } from './close-after.ts'
import { memoryLog } from './memory-log.ts'
import { makeDeps } from './make-deps.ts'

export const sock: Submission = {
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/a.png',
  xHandle: '@leftsock',
  creatorAddress: '0xa11ce00000000000000000000000000000000001',
  contractAddress: null,
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
