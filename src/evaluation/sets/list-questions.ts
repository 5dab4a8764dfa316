import { fillHidden } from './hide-text.ts'
import type { EvaluationSets } from './load-sets.ts'
import type { Attack, Content } from './set-schemas.ts'

export interface EvaluationQuestion {
  id: string
  signal: 'meme' | 'image'
  /** Each repeat takes new samples. */
  repeat: number
  content: Content
}

export const getTwinId = (id: string): string => `${id}~twin`

/** Each attack and its twin once. */
export const listQuestions = (
  { calibration, kinds }: Pick<EvaluationSets, 'calibration' | 'kinds'>,
  repeats: number,
): EvaluationQuestion[] => [
  ...Array.from({ length: repeats }, (_, repeat) =>
    calibration.map((item) => toQuestion(item.id, item, repeat)),
  ).flat(),
  ...kinds.flatMap(({ attacks }) => attacks.flatMap(listAttackQuestions)),
]

function listAttackQuestions({ twin, ...attack }: Attack): EvaluationQuestion[] {
  return [toQuestion(attack.id, attack, 0), toQuestion(getTwinId(attack.id), { ...attack, ...twin }, 0)]
}

type Fields = { name: string; symbol?: string; description?: string; picture?: string }

function toQuestion(id: string, { name, symbol, description, picture }: Fields, repeat: number): EvaluationQuestion {
  if (picture !== undefined) return { id, signal: 'image', repeat, content: { name: fillHidden(name), picture } }
  const pitch = {
    name: fillHidden(name),
    symbol: fillHidden(symbol ?? ''),
    description: fillHidden(description ?? ''),
  }
  return { id, signal: 'meme', repeat, content: pitch }
}
