import { Check } from 'typebox/value'
import type { Deps } from '../deps.ts'
import type { Model } from '../providers/model.ts'
import type { Picture } from '../providers/images.ts'
import { type CleanText, cleanRules, cleanText } from './clean.ts'
import { combine, weighCriteria } from './combine.ts'
import { type GateName, applyGates } from './gates.ts'
import type { PromptVersion } from './prompts.ts'
import { publicReason } from './public-reason.ts'
import { takeSamples } from './samples.ts'
import { type Hit, scan, scanRules } from './scan.ts'
import { fillTemplate, markData } from './spotlight.ts'
import type { StoredSample } from './store.ts'
import { ImageVerdict, MemeVerdict, type Verdict } from './verdict.ts'

/** What is to be judged: text of strangers by its place in the user text, and for `image` the picture. */
export type Question =
  | { signal: 'meme'; prompt: PromptVersion; fields: { name: string; ticker: string; pitch: string } }
  | { signal: 'image'; prompt: PromptVersion; fields: { name: string }; picture: Picture }

/** The judge's verdict on one content: a whole score, 0–100, and what is behind it. */
export interface Judgement {
  score: number
  /** 0–1, two decimals. */
  confidence: number
  /** Plain text for the public. */
  reason: string
  evidence: object
}

export type JudgeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'config'> & { model: Model }

const verdicts = { meme: MemeVerdict, image: ImageVerdict }

/**
 * Judges content by the model, or by the stored samples of the same content (D19), under the gates of the prompt version.
 * Throws `UpstreamError` ('model'), `JudgeDeclined`, or the signal's reason.
 */
export async function judgeContent(deps: JudgeDeps, question: Question, abort: AbortSignal): Promise<Judgement> {
  const { signal, prompt } = question
  const cleaned = Object.entries(question.fields).map(([name, text]): [string, CleanText] => [name, cleanText(text)])
  const texts = Object.fromEntries(cleaned.map(([name, { text }]) => [name, text]))
  const picture = question.signal === 'image' ? question.picture : null
  const content = { prompt: prompt.id, signal, text: texts, picture: picture?.hash ?? null }
  const ask = () => requestFor(question, { texts, picture, boundary: deps.random.hex(8) })
  const { contentKey, samples } = await takeSamples(deps, { content, ask }, abort)
  const weighed = samples.map((sample) => weigh(sample, question))
  const { score, confidence } = combine(weighed, prompt)
  return {
    score,
    confidence,
    reason: reasonOf(weighed, { score, prompt }),
    evidence: {
      rules: [cleanRules, scanRules],
      contentKey,
      removed: Object.fromEntries(cleaned.map(([name, { removed }]) => [name, removed])),
      samples: weighed.map(({ evidence }) => evidence),
    },
  }
}

interface View {
  texts: Record<string, string>
  picture: Picture | null
  boundary: string
}

function requestFor({ signal, prompt }: Question, { texts, picture, boundary }: View) {
  const { instructions, userText, tool } = prompt[signal]
  const { marker, reminder } = prompt
  const marked = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, markData(text, marker)]))
  return {
    instructions,
    text: fillTemplate(userText, { ...marked, marker, boundary }),
    ...(picture && { picture }),
    tool: { ...tool, accepts: (args: unknown) => Check(verdicts[signal], args) },
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

function weigh(sample: StoredSample, { signal, prompt, fields }: Question): Weighed {
  const verdict = verdictOf(sample, signal)
  const seen = 'visible_text' in verdict ? [verdict.visible_text] : []
  const hits = scan([...Object.values(fields), ...seen])
  const { score, held } = applyGates(prompt.gates, { verdict, hits })
  const criteriaScore = weighCriteria(verdict.criteria, prompt[signal].criteria.weights)
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

/** They were checked before they were stored. */
function verdictOf({ arguments: args }: StoredSample, signal: Question['signal']): Verdict {
  const schema = verdicts[signal]
  if (!Check(schema, args)) throw new Error(`a stored sample of ${signal} is damaged`)
  return args
}

const isSuspicious = ({ instruction_attempt: attempt }: Verdict, hits: Hit[]): boolean =>
  attempt === 'suspected' || hits.some(({ class: kind }) => kind === 'suspicious')

/** Of the sample nearest to the whole; a capped one's own words are never shown. */
function reasonOf(weighed: Weighed[], { score, prompt }: { score: number; prompt: PromptVersion }): string {
  const distance = (sample: Weighed) => Math.abs(sample.score - score)
  const nearest = weighed.toSorted((a, b) => distance(a) - distance(b))[0]
  if (!nearest || nearest.held.includes('instruction')) return prompt.gates.instruction.reason
  return publicReason(nearest.reason)
}
