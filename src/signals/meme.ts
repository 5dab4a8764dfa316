import { signalLooks } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import { type MeasuredSignal, type SignalDefinition, type SignalSubject, withoutSamples } from './definition.ts'
import { judged, replayJudged } from './judged.ts'
import { createStub } from './rule-scores.ts'

export const memeSignal: SignalDefinition = {
  name: 'meme',
  look: signalLooks.meme,
  provider: 'model',
  measure: judgeMeme,
  replay: (stored) => {
    const { name, symbol, description } = stored.submission
    return replayJudged({ signalName: 'meme', fields: { name, ticker: symbol, pitch: description } }, stored)
  },
}

type MemeSubject = Pick<SignalSubject, 'submission' | 'prompt'> & Partial<Pick<SignalSubject, 'copyOf' | 'measurement'>>

export async function judgeMeme(
  { model, ...deps }: Deps,
  { submission, prompt, copyOf, measurement }: MemeSubject,
  signal: AbortSignal,
): Promise<MeasuredSignal> {
  if (!model) return withoutSamples(createStub('MODEL_PROVIDER', { hasFacts: prompt.rules.facts !== undefined }))
  const { name, symbol, description } = submission
  const fields = { name, ticker: symbol, pitch: description }
  const question = {
    signalName: 'meme',
    prompt,
    fields,
    ...(copyOf && { copyOf }),
    ...(typeof measurement === 'string' && { measurement }),
  } as const
  return judged({ ...deps, model }, { field: 'description', question }, signal)
}
