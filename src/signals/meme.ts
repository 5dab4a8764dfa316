import type { Deps } from '../deps.ts'
import { judgeContent } from '../judge/judge-content.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { judged } from './judged.ts'
import type { Measured, Submission } from './schemas.ts'
import { stubSignal } from './stub-signal.ts'

/** Judges the meme, 0–100: name, ticker and pitch, and nothing else of the submission. */
export async function measureMeme(
  { model, ...deps }: Pick<Deps, 'model' | 'db' | 'clock' | 'random' | 'config'>,
  { submission, prompt }: { submission: Submission; prompt: PromptVersion },
  abort: AbortSignal,
): Promise<Measured> {
  if (!model) return stubSignal('Not measured: a language model is pending (MODEL_PROVIDER is not set).')
  const { name, symbol, description } = submission
  const question = { signal: 'meme', prompt, fields: { name, ticker: symbol, pitch: description } } as const
  return judged('description', judgeContent({ ...deps, model }, question, abort))
}
