import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { type JudgedSignal, judged, unjudged } from './judged.ts'
import type { Submission } from './schemas.ts'
import { stubSignal } from './rules/stub-signal-1.0.0.ts'

interface MemeSubject {
  submission: Submission
  prompt: PromptVersion
  copyOf?: Promise<string | null>
  measurement?: string | null
}

/** Judges the meme by name, ticker and pitch only, 0–100. */
export async function judgeMeme(
  { model, ...deps }: Deps,
  { submission, prompt, copyOf, measurement }: MemeSubject,
  signal: AbortSignal,
): Promise<JudgedSignal> {
  if (!model)
    return unjudged(stubSignal('Not measured: the key of a language model is pending (MODEL_PROVIDER is not set).'))
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
