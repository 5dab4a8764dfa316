import type { Band } from '../pages.ts'
import { bandWords } from './words.ts'

/** A band by colour, word and shape; one that is not to be relied on yet says so. */
export const BandChip = ({ band, isPreliminary = false }: { band: Band; isPreliminary?: boolean }) => (
  <span class={`chip ${band}${isPreliminary ? ' preliminary' : ''}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {shapes[band]}
    </svg>
    {bandWords[band]}
    {isPreliminary && ', preliminary'}
  </span>
)

const shapes: Record<Band, preact.JSX.Element> = {
  green: <circle cx="5" cy="5" r="4.5" />,
  amber: <path d="M5 0l5 5-5 5-5-5z" />,
  red: <path d="M0 .5h10L5 10z" />,
}
