import type { Band } from '../../../contract/schemas/score.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { keepMarkup } from './keep-markup.tsx'
import { Shape } from './shape.tsx'

interface ChipProps {
  band: Band
  hasStubs?: boolean
}

/** A band by colour, word and shape. A preliminary score has no band yet, and so neither colour nor shape. */
export const BandChip = keepMarkup(({ band, hasStubs = false }: ChipProps) => {
  const t = useWords(scoreTerms)
  if (hasStubs) return <span class="chip preliminary">{t.preliminary}</span>
  return (
    <span class={`chip ${band}`}>
      <Shape of={band} />
      {t.bands[band]}
    </span>
  )
})
