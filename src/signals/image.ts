import { signalLooks } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import { type MeasuredSignal, type SignalDefinition, type SignalSubject, withoutSamples } from './definition.ts'
import { judged, replayJudged } from './judged.ts'
import { createStub } from './rule-scores.ts'

export const imageSignal: SignalDefinition = {
  name: 'image',
  look: signalLooks.image,
  provider: 'model',
  measure: judgeImage,
  replay: (stored) => replayJudged({ signalName: 'image', fields: { name: stored.submission.name } }, stored),
}

type ImageSubject = Pick<SignalSubject, 'submission' | 'prompt' | 'image'> &
  Partial<Pick<SignalSubject, 'pictureKey' | 'measurement'>>

export async function judgeImage(
  { model, ...deps }: Deps,
  { submission, image: fetching, pictureKey, prompt, measurement }: ImageSubject,
  signal: AbortSignal,
): Promise<MeasuredSignal> {
  const [image, key] = await Promise.all([fetching, pictureKey])
  if (!model) return withoutSamples(createStub('MODEL_PROVIDER', { hasFacts: prompt.rules.facts !== undefined }))
  const question = {
    signalName: 'image',
    prompt,
    image,
    pictureKey: key ?? image.hash,
    fields: { name: submission.name },
    ...(typeof measurement === 'string' && { measurement }),
  } as const
  return judged({ ...deps, model }, { field: 'imageUrl', question }, signal)
}
