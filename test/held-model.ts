import type { TestContext } from 'node:test'
import { ownQuestion } from '../src/providers/model/own-question.ts'
import { startApp, startWorld } from './harness.ts'
import { verdict } from './verdicts.ts'

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
