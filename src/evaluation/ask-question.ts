import type { Configured, Deps } from '../deps.ts'
import { Check } from 'typebox/value'
import { BudgetSpent } from '../activity/budgets/budgets.ts'
import type { Question } from '../judge/judging.ts'
import { openPanel } from '../judge/panel.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { isReadable, normaliseText } from '../../contract/text.ts'
import { ImageRefused } from '../providers/images/images.ts'
import { JudgeDeclined } from '../providers/model/model.ts'
import { ScoreSubmission } from '../../contract/schemas/score.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import type { Answer } from './answer.ts'
import type { EvaluationQuestion } from './sets/list-questions.ts'

export interface AskOptions {
  prompt: PromptVersion
  pictures: Map<string, Buffer>
  /** Samples are reused only within one measurement. */
  measurement: string
}

/** The service doesn't accept this content. */
class ContentRefused extends Error {}

/** Judges as a score would, by the same models, rules, gates and samples. Throws only the signal's reason. */
export async function askQuestion(
  deps: Configured<'model'>,
  { question, ...options }: AskOptions & { question: EvaluationQuestion },
  signal: AbortSignal,
): Promise<Answer> {
  const { id, repeat } = question
  const known = { id, repeat, signal: question.signal }
  try {
    const { judgement } = await openPanel(deps, await toJudged(deps, { question, ...options }, signal), signal)
    const { score, gates, lowering } = judgement
    return { ...known, outcome: 'scored', score, gates, ...(lowering && { lowering }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ...known, outcome: toOutcome(error), score: null, gates: [] }
  }
}

function toOutcome(error: unknown): Answer['outcome'] {
  if (error instanceof ContentRefused || error instanceof ImageRefused) return 'refused'
  if (error instanceof JudgeDeclined) return 'declined'
  if (error instanceof UpstreamError || error instanceof BudgetSpent) return 'failed'
  throw error
}

async function toJudged(
  { images }: Deps,
  { question: { content, repeat }, prompt, pictures, measurement }: AskOptions & { question: EvaluationQuestion },
  signal: AbortSignal,
): Promise<Question> {
  const own = { prompt, measurement: `${measurement}:${repeat}` }
  const name = toStored('name', content.name)
  if ('description' in content) {
    const fields = {
      name,
      ticker: toStored('symbol', content.symbol),
      pitch: toStored('description', content.description),
    }
    return { signalName: 'meme', fields, ...own }
  }
  const bytes = pictures.get(content.picture)
  if (!bytes) throw new Error(`The picture ${content.picture} was not loaded`)
  return { signalName: 'image', fields: { name }, image: await images.decode(bytes, signal), ...own }
}

function toStored(field: 'name' | 'symbol' | 'description', raw: string): string {
  if (!Check(ScoreSubmission.properties[field], raw)) throw new ContentRefused()
  const result = normaliseText(raw, field === 'description' ? 'paragraph' : 'line')
  if ('fault' in result || !isReadable(result.text)) throw new ContentRefused()
  return result.text
}
