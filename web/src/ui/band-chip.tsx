import type { Band } from '../pages.ts'
import { bandWords } from './words.ts'

/** A band by colour, word and shape. */
export const BandChip = ({ band }: { band: Band }) => (
  <span class={`chip ${band}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {shapes[band]}
    </svg>
    {bandWords[band]}
  </span>
)

const shapes: Record<Band, preact.JSX.Element> = {
  green: <circle cx="5" cy="5" r="4.5" />,
  amber: <path d="M5 0l5 5-5 5-5-5z" />,
  red: <path d="M0 .5h10L5 10z" />,
}
