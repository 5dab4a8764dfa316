import type { Deps } from '../deps.ts'
import { judgeContent } from '../judge/judge-content.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Picture } from '../providers/images.ts'
import { judged } from './judged.ts'
import type { Measured, Submission } from './schemas.ts'
import { stubSignal } from './stub-signal.ts'

/** Judges the picture, 0–100: the stored copy (D20) beside the name, and nothing else of the submission. */
export async function measureImage(
  { model, ...deps }: Pick<Deps, 'model' | 'db' | 'clock' | 'random' | 'config'>,
  { submission, picture, prompt }: { submission: Submission; picture: Picture; prompt: PromptVersion },
  abort: AbortSignal,
): Promise<Measured> {
  if (!model) return stubSignal('Not measured: a language model is pending (MODEL_PROVIDER is not set).')
  const question = { signal: 'image', prompt, picture, fields: { name: submission.name } } as const
  return judged('imageUrl', judgeContent({ ...deps, model }, question, abort))
}
