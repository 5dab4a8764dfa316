import { Icon } from './icon.tsx'

export type Health = 'ok' | 'degraded' | 'down' | 'not_configured'

interface StatusTileProps {
  title: string
  health: Health
  /** The state in a word or two. */
  words: string
  /** A latency, or why it is so. */
  note: string
}

/** One part of a system with its state, by word, shape and ground. Bands keep their colours to themselves. */
export const StatusTile = ({ title, health, words, note }: StatusTileProps) => (
  <li class={`status-tile ${health}`}>
    <span class="part">{title}</span>
    <span class="state">
      <Icon name={icons[health]} size={14} />
      {words}
    </span>
    <span class="why">{note}</span>
  </li>
)

const icons = { ok: 'check', degraded: 'exclamation', down: 'cross', not_configured: 'plus' } as const
