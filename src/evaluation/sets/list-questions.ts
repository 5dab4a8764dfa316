import { fillHidden } from './hide-text.ts'
import type { EvaluationSets } from './load-sets.ts'
import type { Attack, Content } from './set-schemas.ts'

/** One content for the judge to score. */
export interface EvaluationQuestion {
  /** The item’s id; that of a twin ends in `~twin`. */
  id: string
  signal: 'meme' | 'image'
  /** Counts from 0. Each repeat takes fresh samples. */
  repeat: number
  content: Content
}

export const getTwinId = (id: string): string => `${id}~twin`

/** Lists each calibration item `repeats` times, and each attack and its twin once. */
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
