import type { Band } from '../pages.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { Shape } from './shape.tsx'

/** A band by colour, word and shape. A preliminary score has no band yet, and so neither colour nor shape. */
export function BandChip({ band, isPreliminary = false }: { band: Band; isPreliminary?: boolean }) {
  const t = useWords(scoreTerms)
  if (isPreliminary) return <span class="chip preliminary">{t.preliminary}</span>
  return (
    <span class={`chip ${band}`}>
      <Shape of={band} />
      {t.bands[band]}
    </span>
  )
}
