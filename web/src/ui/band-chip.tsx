import type { Band } from '../pages.ts'
import { bands } from '../rules.ts'

/** A band by colour, word and shape; one that is not to be relied on yet says so. */
export const BandChip = ({ band, isPreliminary = false }: { band: Band; isPreliminary?: boolean }) => (
  <span class={`chip ${band}${isPreliminary ? ' preliminary' : ''}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {shapes[bands[band].shape]}
    </svg>
    {bands[band].word}
    {isPreliminary && ', preliminary'}
  </span>
)

const shapes = {
  disc: <circle cx="5" cy="5" r="4.5" />,
  diamond: <path d="M5 0l5 5-5 5-5-5z" />,
  square: <path d="M.75 .75h8.5v8.5h-8.5z" />,
}
