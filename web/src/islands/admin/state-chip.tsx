export type Health = 'good' | 'warning' | 'bad'

/** A state by colour, word and shape. */
export const StateChip = ({ health, words }: { health: Health; words: string }) => (
  <span class={`chip ${colors[health]}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <path d={shapes[health]} />
    </svg>
    {words}
  </span>
)

const colors: Record<Health, string> = { good: 'green', warning: 'amber', bad: 'red' }
const shapes: Record<Health, string> = {
  good: 'M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z',
  warning: 'M5 0l5 5-5 5-5-5z',
  bad: 'M0 .5h10L5 10z',
}
