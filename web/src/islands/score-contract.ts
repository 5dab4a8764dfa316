import { randomKey } from '../browser/ask.ts'
import { mountScoreButton } from './shared/score-button.ts'

export interface ScoreContractProps {
  contractAddress: string
  chainId: number
  /** Shown while the contract is scored. */
  scoring: string
}

/** Has a contract scored by its address alone, and opens the record. */
export function mount(element: HTMLElement, { contractAddress, chainId, scoring }: ScoreContractProps): void {
  const key = randomKey()
  mountScoreButton(element, scoring, () => ({ path: '/v1/score', key, body: { contractAddress, chainId } }))
}
