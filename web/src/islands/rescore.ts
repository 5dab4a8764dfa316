import { randomKey } from '../browser/ask.ts'
import { mountScoreButton } from './shared/score-button.ts'

export interface RescoreProps {
  scoreId: string
  /** Shown while the new score is made. */
  scoring: string
}

/** Has the submission of a score scored again, and opens the new record. */
export function mount(element: HTMLElement, { scoreId, scoring }: RescoreProps): void {
  const key = randomKey()
  mountScoreButton(element, scoring, () => ({ path: `/v1/score/${scoreId}/rescore`, key }))
}
