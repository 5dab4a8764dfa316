import type { ComponentChildren } from 'preact'

type ChipTone = 'plain' | 'ink' | 'crit'

/** A word or two on a ground of their own. `crit` needs somebody's attention; the bands have a chip of their own. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)
