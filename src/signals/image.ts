import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Image } from '../providers/images/images.ts'
import { type JudgedSignal, judged, unjudged } from './judged.ts'
import type { Submission } from './schemas.ts'
import { stubSignal } from './rules/stub-signal-1.0.0.ts'

interface PictureSubject {
  submission: Submission
  prompt: PromptVersion
  image: Image
  /** The key that near-identical images share; by default the image's hash. */
  pictureKey?: string
  measurement?: string | null
}

/** Judges the stored image with the name only, 0–100. */
export async function judgeImage(
  { model, ...deps }: Deps,
  { submission, image, pictureKey = image.hash, prompt, measurement }: PictureSubject,
  signal: AbortSignal,
): Promise<JudgedSignal> {
  if (!model)
    return unjudged(stubSignal('Not measured: the key of a language model is pending (MODEL_PROVIDER is not set).'))
  const question = {
    signalName: 'image',
    prompt,
    image,
    pictureKey,
    fields: { name: submission.name },
    ...(typeof measurement === 'string' && { measurement }),
  } as const
  return judged({ ...deps, model }, { field: 'imageUrl', question }, signal)
}
