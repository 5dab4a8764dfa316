import type { ComponentChildren } from 'preact'

type ChipTone = 'plain' | 'ink' | 'green' | 'amber' | 'red' | 'crit'

/** A word or two on a ground of their own. Green, amber, red and crit are for what is good or bad about a score. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)
