import type { IsolatedRules } from './isolated-rules.ts'
import type { PromptVersion } from './prompts.ts'
import { findJudgeRules } from './rule-sets.ts'
import type { Spread } from './rules/combine-1.1.0.ts'
import { type JudgedName, weighSample } from './weigh-samples.ts'

interface Judged {
  signalName: JudgedName
  prompt: PromptVersion
  /** The texts as they were submitted. */
  fields: Record<string, string>
  copyOf?: string | null
  /** The stored samples: the raw arguments of the tool. */
  samples: { arguments: unknown }[]
  /** Fewer samples than were asked for. */
  isCutShort?: boolean
}

/** Makes the score, the confidence and the spread again from the stored samples, under the rules of the prompt version. */
export async function replayJudgement(
  { isolatedRules }: { isolatedRules: IsolatedRules },
  { samples, isCutShort = false, ...judged }: Judged,
): Promise<{ score: number; confidence: number; spread: Spread | null }> {
  const rules = findJudgeRules(judged.prompt, isolatedRules)
  const weighed = await Promise.all(samples.map((sample) => weighSample({ ...judged, rules }, sample.arguments)))
  const { score, confidence, spread = null } = rules.combine(weighed, judged.prompt, isCutShort)
  return { score, confidence, spread }
}
