import { fillHidden } from './hide-text.ts'
import type { EvaluationSets } from './load-sets.ts'
import type { Attack, Content } from './set-schemas.ts'

/** A content to judge, with the name under which its answer is found again. */
export interface EvaluationQuestion {
  /** The item’s id; that of a twin ends in `~twin`. */
  id: string
  signal: 'meme' | 'image'
  /** From 0; each repeat has samples of its own. */
  repeat: number
  content: Content
}

export const twinOf = (id: string): string => `${id}~twin`

/** Every calibration item `repeats` times, and every attack and its twin once. */
export const listQuestions = (
  { calibration, kinds }: Pick<EvaluationSets, 'calibration' | 'kinds'>,
  repeats: number,
): EvaluationQuestion[] => [
  ...Array.from({ length: repeats }, (_, repeat) =>
    calibration.map((item) => toQuestion(item.id, item, repeat)),
  ).flat(),
  ...kinds.flatMap(({ attacks }) => attacks.flatMap(listOfAttack)),
]

function listOfAttack({ twin, ...attack }: Attack): EvaluationQuestion[] {
  return [toQuestion(attack.id, attack, 0), toQuestion(twinOf(attack.id), { ...attack, ...twin }, 0)]
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
