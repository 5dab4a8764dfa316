import { randomKey } from '../browser/ask.ts'
import { mountScoreButton } from './shared/score-button.ts'

export interface RescoreProps {
  scoreId: string
  /** Of the score. */
  aggregate: number
  /** Shown while the new score is made. */
  scoring: string
  /** Shown where the new score is the same. */
  same: string
}

/** Has the submission of a score scored again, and opens the new record unless nothing changed. */
export function mount(element: HTMLElement, { scoreId, aggregate, scoring, same }: RescoreProps): void {
  const key = randomKey()
  mountScoreButton(
    element,
    scoring,
    () => ({ path: `/v1/score/${scoreId}/rescore`, key }),
    (result) => (result.aggregate === aggregate ? same : null),
  )
}
