import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type ModelScript, startModelServer } from '../dev/stand-ins/model.ts'
import { UpstreamError } from '../src/platform/upstream-error.ts'
import { type ModelOptions, createModel } from '../src/providers/model/model-http.ts'
import type { JudgeRequest } from '../src/providers/model/model.ts'
import { closeAfter } from './close-after.ts'

export const schema = Type.Object(
  { notes: Type.String(), score: Type.Number(), reason: Type.String() },
  { additionalProperties: false },
)
const Ranged = Type.Object({ score: Type.Number({ minimum: 0, maximum: 100 }) })

/** A scripted model's response, and the request for it. */
export const response = { notes: 'n', score: 72, reason: 'fresh' }
export const question: JudgeRequest = {
  instructions: 'Judge.',
  text: 'A cat on the moon',
  tool: { name: 'submit_score', description: 'Submits.', schema, accepts: (args) => Check(Ranged, args) },
  reminder: 'Call the tool.',
}
export const tinyImage = Buffer.from('89504e470d0a1a0a', 'hex')
export const forever = new AbortController().signal
export const unguarded: ModelOptions['guard'] = { run: (work, signal) => work(signal) }
export const formats = ['openai', 'anthropic'] as const

/** A model client before a scripted server, without a guard unless one is given. */
export async function openScripted(
  t: Pick<TestContext, 'after'>,
  script: Partial<ModelScript> & Partial<ModelOptions>,
) {
  const { provider = 'openai', timeoutMs = 10_000, guard = unguarded, name = 'some-model', ...rest } = script
  const server = await startModelServer({ judge: () => response, ...rest })
  closeAfter(t, server.close)
  const model = createModel({ apiKey: 'key', baseUrl: server.baseUrl, ...rest, provider, timeoutMs, guard, name })
  return { server, model }
}

/** The answer's arguments, or the error in short. */
export async function told(asked: Promise<{ arguments: unknown }>): Promise<unknown> {
  try {
    return (await asked).arguments
  } catch (error) {
    if (error instanceof UpstreamError) return [error.fault, error.message.replace(/^The model /, '')].join(': ')
    return error instanceof Error ? error.constructor.name : error
  }
}
