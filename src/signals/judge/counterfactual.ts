import type { PromptVersion } from './prompts.ts'
import type { Combined, JudgeRules } from './rule-sets.ts'
import type { Covering } from './rules/counterfactual-1.2.0.ts'
import { type Weighed, type JudgedName, verdictSchemas } from './weigh-samples.ts'
import { checkValue } from '../../platform/values.ts'

/** The verdicts on the text as written and on the covered text (D114). */
export interface Lowering {
  asWritten: number
  covered: number
}

export interface Settled extends Combined {
  lowering?: Lowering
}

interface Asked {
  signalName: JudgedName
  prompt: PromptVersion
  rules: JudgeRules
}

/** null: the verdict needs no counterfactual sample. */
export function planCounterfactual(
  { signalName, prompt, rules }: Asked,
  { score, samples, texts }: { score: number; samples: { arguments: unknown }[]; texts: Record<string, string> },
): { covering: Covering; texts: Record<string, string> } | null {
  const verdicts = toVerdicts(signalName, samples)
  if (!rules.counterfactual || !prompt.counterfactual) return null
  return rules.counterfactual.planCounterfactual({ score, verdicts, texts }, prompt.counterfactual)
}

export function settle(
  { signalName, prompt, rules }: Asked,
  given: { combined: Combined; samples: { arguments: unknown }[]; covered: Weighed },
): Settled {
  const { combined, samples, covered } = given
  const alone = rules.combine([covered], prompt)
  const verdicts = toVerdicts(signalName, samples)
  const compared = { score: combined.score, covered: alone.score, verdicts }
  if (!prompt.counterfactual || !rules.counterfactual?.isLowered(compared, prompt.counterfactual)) return combined
  const confidence = Math.round(alone.confidence * prompt.confidence.suspicious.factor * 100) / 100
  return { ...alone, confidence, lowering: { asWritten: combined.score, covered: alone.score } }
}

const toVerdicts = (signalName: JudgedName, samples: { arguments: unknown }[]) =>
  samples.flatMap(({ arguments: args }) => (checkValue(verdictSchemas[signalName], args) ? [args] : []))
