import type { WarningCode } from '../../../contract/schemas/score.ts'
import { leadWarning } from '../../../contract/warning-words.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { Shape } from './shape.tsx'

/** The gravest critical warning, which stands in place of the band; nothing without one. */
export function CriticalChip({ codes }: { codes: readonly WarningCode[] }) {
  const t = useWords(scoreTerms)
  const lead = leadWarning(codes)
  if (lead === undefined) return null
  return (
    <span class="chip crit">
      <Shape of="critical" />
      <span class="unseen">{t.warning} </span>
      {t.warnings[lead]}
    </span>
  )
}
