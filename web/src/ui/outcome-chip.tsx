import type { Outcome } from '../../../contract/launch-outcome.ts'
import { useWords } from '../words/language.ts'
import { trackRecordWords } from '../words/track-record.ts'

/** An outcome by its letter and its word, so that no colour alone carries it: a lost token as a critical warning, a graduate in green. */
export const OutcomeChip = ({ outcome }: { outcome: Outcome }) => {
  const { outcomeNames } = useWords(trackRecordWords)
  const { tone, letter } = looks[outcome]
  return (
    <span class={`chip ${tone}`}>
      <span aria-hidden="true">{letter}</span> {outcomeNames[outcome]}
    </span>
  )
}

const looks: Record<Outcome, { tone: 'green' | 'crit' | 'plain'; letter: string }> = {
  graduated: { tone: 'green', letter: 'G' },
  alive: { tone: 'plain', letter: 'A' },
  dead: { tone: 'crit', letter: 'D' },
  rugged: { tone: 'crit', letter: 'R' },
  unknown: { tone: 'plain', letter: '?' },
}
