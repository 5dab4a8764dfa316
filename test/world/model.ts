import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type ModelScript, startModelServer } from '../../dev/stand-ins/model.ts'
import { UpstreamError } from '../../src/platform/errors.ts'
import { type ModelOptions, createModel } from '../../src/providers/model/model-http.ts'
import type { JudgeRequest } from '../../src/providers/model/model.ts'
import { closeAfter } from './waiting.ts'
import type { ModelRequest } from '../../dev/stand-ins/model-request.ts'

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

export interface Verdict {
  score?: number
  confidence?: number
  reason?: string
  copycat_of?: string
  bot_bait?: boolean
  instruction_attempt?: 'none' | 'suspected' | 'clear'
}

/** A whole verdict of the judge, in the shape that the request's tool asks for, whose criteria agree with its score. */
export function verdict({ image }: Pick<ModelRequest, 'image'>, given: Verdict = {}): object {
  const { score = 80, confidence = 0.9, reason = 'Fresh and clear.', instruction_attempt = 'none' } = given
  const level = Math.round(score / 20)
  const head = { observations: ['it says what it is'], instruction_attempt, instruction_quote: '' }
  const tail = { score, confidence, reason }
  if (image) {
    const criteria = { visibility: level, readability: level, brand_coherence: level, craft: level }
    return { visible_text: '', ...head, criteria, ...tail }
  }
  const criteria = { freshness: level, hook: level, remixability: level, ticker_fit: level, clarity: level }
  return { ...head, criteria, copycat_of: given.copycat_of ?? '', bot_bait: given.bot_bait ?? false, ...tail }
}
