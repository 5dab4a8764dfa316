import { judgeContent } from '../judge/judge-content.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { type JudgedDeps, judged } from './judged.ts'
import type { Measured, Submission } from './schemas.ts'
import { stubSignal } from './rules/stub-signal-1.0.0.ts'

/** Judges the meme by name, ticker and pitch only, 0–100. */
export async function measureMeme(
  { model, ...deps }: JudgedDeps,
  { submission, prompt }: { submission: Submission; prompt: PromptVersion },
  signal: AbortSignal,
): Promise<Measured> {
  if (!model) return stubSignal('Not measured: a language model is pending (MODEL_PROVIDER is not set).')
  const { name, symbol, description } = submission
  const question = { signalName: 'meme', prompt, fields: { name, ticker: symbol, pitch: description } } as const
  return judged('description', judgeContent({ ...deps, model }, question, signal))
}
