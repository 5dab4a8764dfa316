import type { Outcome } from '../props/outcome.ts'
import { useWords } from '../words/language.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { Chip } from './chip.tsx'

/** An outcome by its letter and its word: no colour carries it. */
export const OutcomeChip = ({ outcome }: { outcome: Outcome }) => {
  const { outcomeNames } = useWords(trackRecordWords)
  return (
    <Chip tone={outcome === 'unknown' ? 'plain' : 'ink'}>
      <span aria-hidden="true">{letters[outcome]}</span> {outcomeNames[outcome]}
    </Chip>
  )
}

const letters: Record<Outcome, string> = { graduated: 'G', alive: 'A', dead: 'D', rugged: 'R', unknown: '?' }
