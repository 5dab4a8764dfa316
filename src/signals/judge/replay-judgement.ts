import type { PromptVersion } from './prompts.ts'
import { planCounterfactual, settle } from './counterfactual.ts'
import { type Combined, type JudgeRules, findJudgeRules } from './rule-sets.ts'
import { type JudgedName, weighSample } from './weigh-samples.ts'

interface Question {
  signalName: JudgedName
  prompt: PromptVersion
  /** As submitted. */
  fields: Record<string, string>
}

interface RecordedMember {
  copyOf?: string | null
  /** The raw arguments of the tool. */
  samples: { arguments: unknown }[]
  /** Some samples are missing. */
  isCutShort?: boolean
  /** The raw arguments of the sample on covered texts. */
  counterfactual?: { arguments: unknown }
}

/** A record lacks the counterfactual sample that its score needs, or has one that it doesn't need. */
export class CounterfactualMismatch extends Error {}

/** Computes the score, the confidence and the spread from stored samples, under the rules of the prompt version. */
export function replayPanel(question: Question, members: RecordedMember[]): Combined {
  const verdicts = members.map((given) => replayJudgement({ ...question, ...given }))
  const { panel } = findJudgeRules(question.prompt)
  const [first] = verdicts
  if (!first) throw new Error('a panel without a verdict has no score')
  if (verdicts.length === 1) return first
  const { score, confidence, spread } = panel.combinePanel(verdicts, question.prompt)
  return { score, confidence, spread }
}

function replayJudgement({
  samples,
  isCutShort = false,
  counterfactual,
  ...judged
}: Question & RecordedMember): Combined {
  const rules = findJudgeRules(judged.prompt)
  const subject = { ...judged, rules }
  const weighed = samples.map((sample) => weighSample(subject, sample.arguments))
  const combined = rules.combine(weighed, judged.prompt, isCutShort)
  const texts = cleanTexts(rules, judged.fields)
  const plan = planCounterfactual(subject, { score: combined.score, samples, texts })
  if ((plan === null) !== (counterfactual === undefined)) throw new CounterfactualMismatch()
  const covered = counterfactual && weighSample(subject, counterfactual.arguments)
  const { score, confidence, spread } = covered ? settle(subject, { combined, samples, covered }) : combined
  return { score, confidence, spread }
}

const cleanTexts = (rules: Pick<JudgeRules, 'cleanText'>, fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, rules.cleanText(text).text]))
