import type { Outcome } from '../props/outcome.ts'
import { useWords } from '../words/language.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { Shape } from './shape.tsx'

/** An outcome by colour, shape and word: a lost token as a critical warning is shown, a graduate in green. */
export const OutcomeChip = ({ outcome }: { outcome: Outcome }) => {
  const { outcomeNames } = useWords(trackRecordWords)
  const { tone, shape } = looks[outcome]
  return (
    <span class={`chip ${tone}`}>
      {shape && <Shape of={shape} />}
      {outcomeNames[outcome]}
    </span>
  )
}

const lost = { tone: 'crit', shape: 'critical' } as const

const looks: Record<Outcome, { tone: string; shape: 'green' | 'critical' | null }> = {
  graduated: { tone: 'green', shape: 'green' },
  alive: { tone: 'plain', shape: null },
  dead: lost,
  rugged: lost,
  unknown: { tone: 'plain', shape: null },
}
