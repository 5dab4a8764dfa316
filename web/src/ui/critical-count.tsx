import { formatNumber } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { Shape } from './shape.tsx'

/** How many launches have a critical warning; nothing if none has. */
export function CriticalCount({ count }: { count: number }) {
  const t = useWords(scoreTerms)
  const language = useLanguage()
  if (count === 0) return null
  return (
    <span class="chip crit count">
      <Shape of="critical" />
      {t.criticalCount(formatNumber(count, language))}
    </span>
  )
}
