import { checkValue } from '../platform/check-value.ts'
import type { Deps } from '../deps.ts'
import type { Model } from '../providers/model/model.ts'
import type { Image } from '../providers/images/images.ts'
import type { PromptVersion } from './prompts.ts'
import type { IsolatedRules } from './isolated-rules.ts'
import { type JudgeRules, findJudgeRules } from './rule-sets.ts'
import type { CleanText } from './rules/clean-1.1.0.ts'
import type { GateName } from './rules/gates-1.1.0.ts'
import type { Hit } from './rules/scan-1.1.0.ts'
import { takeSamples } from './samples.ts'
import type { StoredSample } from './store.ts'
import { ImageVerdict, MemeVerdict, type Verdict } from './verdict.ts'

export type { GateName }

/** The content to judge: untrusted texts by their place in the user text, and an image for `image`. */
type Question =
  | { signalName: 'meme'; prompt: PromptVersion; fields: { name: string; ticker: string; pitch: string } }
  | { signalName: 'image'; prompt: PromptVersion; fields: { name: string }; image: Image }

/** The judge's verdict on one content: a whole score, 0–100, with its reasons and evidence. */
export interface Judgement {
  score: number
  /** 0–1, two decimals. */
  confidence: number
  /** Plain text for the public. */
  reason: string
  /** The gates that applied in at least half of the samples, in their order. */
  gates: GateName[]
  evidence: object
}

export type JudgeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'metrics'> & {
  model: Model
  isolatedRules: IsolatedRules
}

const verdicts = { meme: MemeVerdict, image: ImageVerdict }

/**
 * Judges content by the model, or by the stored samples of the same content (D19), under the gates of the prompt version.
 * Throws `UpstreamError` ('model'), `JudgeDeclined`, or the signal's reason.
 */
export async function judgeContent(deps: JudgeDeps, question: Question, signal: AbortSignal): Promise<Judgement> {
  const { signalName, prompt } = question
  const rules = findJudgeRules(prompt, deps.isolatedRules)
  const cleaned = await cleanFields(rules, question.fields)
  const texts = Object.fromEntries(cleaned.map(([name, { text }]) => [name, text]))
  const image = question.signalName === 'image' ? question.image : null
  // Stored samples are found by a hash of these names and values.
  const content = {
    prompt: prompt.id,
    signal: signalName,
    text: rules.contentTexts(texts),
    image: image?.hash ?? null,
  }
  const toRequest = () => createRequest(question, { rules, texts, image, boundary: deps.random.hex(8) })
  const { contentKey, samples, areReused } = await takeSamples(
    deps,
    { content, toRequest, keep: rules.keptVerdict },
    signal,
  )
  const weighed = await Promise.all(samples.map((sample) => weigh(rules, sample, question)))
  const { score, confidence } = rules.combine(weighed, prompt)
  return {
    score,
    confidence,
    reason: await getReason(rules, weighed, { score, prompt }),
    gates: listGates(weighed),
    evidence: {
      rules: [prompt.rules.clean, prompt.rules.content, prompt.rules.scan],
      contentKey,
      // The judge read the first text with this key; `removed` and the hits are of this text.
      areSamplesReused: areReused,
      removed: Object.fromEntries(cleaned.map(([name, { removed }]) => [name, removed])),
      samples: weighed.map(({ evidence }) => evidence),
    },
  }
}

const cleanFields = (rules: JudgeRules, fields: Record<string, string>): Promise<[string, CleanText][]> =>
  Promise.all(
    Object.entries(fields).map(async ([name, text]): Promise<[string, CleanText]> => [
      name,
      await rules.cleanText(text),
    ]),
  )

interface View {
  rules: JudgeRules
  texts: Record<string, string>
  image: Image | null
  boundary: string
}

function createRequest({ signalName, prompt }: Question, { rules, texts, image, boundary }: View) {
  const { instructions, userText, tool } = prompt[signalName]
  const { marker, reminder } = prompt
  const marked = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, rules.markData(text, marker)]))
  return {
    instructions,
    text: rules.fillTemplate(userText, { ...marked, marker, boundary }),
    ...(image && { image }),
    tool: { ...tool, accepts: (args: unknown) => checkValue(verdicts[signalName], args) },
    reminder,
  }
}

interface Weighed {
  score: number
  criteriaScore: number
  ownScore: number
  confidence: number
  isSuspicious: boolean
  reason: string
  held: GateName[]
  evidence: object
}

async function weigh(
  rules: JudgeRules,
  sample: StoredSample,
  { signalName, prompt, fields }: Question,
): Promise<Weighed> {
  const verdict = toVerdict(sample, signalName)
  const seen = 'visible_text' in verdict ? [verdict.visible_text] : []
  const hits = await rules.scan([...Object.values(fields), ...seen])
  const { score, held } = await rules.applyGates(prompt.gates, { verdict, hits })
  const criteriaScore = rules.weighCriteria(verdict.criteria, prompt[signalName].criteria.weights)
  return {
    score,
    criteriaScore,
    ownScore: verdict.score,
    confidence: verdict.confidence,
    isSuspicious: isSuspicious(verdict, hits),
    reason: verdict.reason,
    held,
    evidence: { ...sample, createdAt: sample.createdAt.toISOString(), score, criteriaScore, gates: held, hits },
  }
}

/** Samples were checked before they were stored, so a failure means damage. */
function toVerdict({ arguments: args }: StoredSample, signalName: Question['signalName']): Verdict {
  const schema = verdicts[signalName]
  if (!checkValue(schema, args)) throw new Error(`a stored sample of ${signalName} is damaged`)
  return args
}

const isSuspicious = ({ instruction_attempt: attempt }: Verdict, hits: Hit[]): boolean =>
  attempt === 'suspected' || hits.some(({ class: kind }) => kind === 'suspicious')

const gateNames: GateName[] = ['copycat', 'bot-bait', 'instruction']

const listGates = (weighed: Weighed[]): GateName[] =>
  gateNames.filter((gate) => 2 * weighed.filter(({ held }) => held.includes(gate)).length >= weighed.length)

/** The reason of the sample nearest to the score. The words of a capped sample are never shown. */
async function getReason(
  rules: JudgeRules,
  weighed: Weighed[],
  { score, prompt }: { score: number; prompt: PromptVersion },
): Promise<string> {
  const distance = (sample: Weighed) => Math.abs(sample.score - score)
  const nearest = weighed.toSorted((a, b) => distance(a) - distance(b))[0]
  if (!nearest || nearest.held.includes('instruction')) return prompt.gates.instruction.reason
  return rules.publicReason(nearest.reason)
}
