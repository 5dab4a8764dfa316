import type { IsolatedRules } from './isolated-rules.ts'
import type { PromptVersion } from './prompts.ts'
import { findJudgeRules } from './rule-sets.ts'
import { type JudgedName, weighSample } from './weigh-samples.ts'

interface Judged {
  signalName: JudgedName
  prompt: PromptVersion
  /** The texts as they were submitted. */
  fields: Record<string, string>
  copyOf?: string | null
  /** The stored samples: the raw arguments of the tool. */
  samples: { arguments: unknown }[]
}

/** Makes the score and the confidence again from the stored samples, under the rules of the prompt version. */
export async function replayJudgement(
  { isolatedRules }: { isolatedRules: IsolatedRules },
  { samples, ...judged }: Judged,
): Promise<{ score: number; confidence: number }> {
  const rules = findJudgeRules(judged.prompt, isolatedRules)
  const weighed = await Promise.all(samples.map((sample) => weighSample({ ...judged, rules }, sample.arguments)))
  const { score, confidence } = rules.combine(weighed, judged.prompt)
  return { score, confidence }
}
