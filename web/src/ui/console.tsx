import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface PaneProps {
  /** The heading's id, for links to it. */
  id: string
  title: string
  note?: ComponentChildren
  /** Beside the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A card of the operators' or the developers' page. */
export const Pane = ({ id, title, note, actions, children }: PaneProps) => (
  <section class="pane card" aria-labelledby={id}>
    <div class="pane-head">
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p class="pane-note">{note}</p>}
      </div>
      {actions && <div class="buttons">{actions}</div>}
    </div>
    {children}
  </section>
)

/** A message that needs attention. */
export const Alert = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="alert">
    <p class="alert-title">{title}</p>
    {children && <div>{children}</div>}
  </div>
)

interface EntryProps {
  label: string
  note?: string | undefined
  value: string
  onValue: (value: string) => void
  isLong?: boolean
  isRequired?: boolean
  maxLength?: number
  placeholder?: string
}

/** A labelled field. It has no name: nothing but the script sends it. */
export function Entry({ label, note, value, onValue, isLong = false, isRequired = false, ...rest }: EntryProps) {
  const id = useId()
  const shared = {
    ...rest,
    id,
    value,
    required: isRequired,
    autocomplete: 'off',
    spellcheck: false,
    'aria-describedby': note ? `${id}-note` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value),
  }
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      {isLong ? <textarea rows={3} {...shared} /> : <input {...shared} />}
      {note && (
        <p class="entry-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

interface PickProps {
  label: string
  value: string
  options: Record<string, string>
  onValue: (value: string) => void
}

/** One of a few choices. */
export function Pick({ label, value, options, onValue }: PickProps) {
  const id = useId()
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {Object.entries(options).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

interface QueueRowProps {
  title: string
  /** How much there is, in words. */
  amount: string
  note: string
  /** Of the whole bar, from 0 to 1; null: there is no bar. */
  share: number | null
  /** Marks the row as needing attention. */
  isFull?: boolean
}

/** A name, an amount, and how much of its bar the amount fills. */
export const QueueRow = ({ title, amount, note, share, isFull = false }: QueueRowProps) => (
  <li class={`queue-row${isFull ? ' full' : ''}`}>
    <span class="name">{title}</span>
    <span class="amount">{amount}</span>
    {share !== null && (
      <svg width="100%" height="6" aria-hidden="true">
        <rect class="track" width="100%" height="6" rx="3" />
        {share > 0 && <rect width={`${Math.max(1, Math.min(100, share * 100))}%`} height="6" rx="3" />}
      </svg>
    )}
    <span class="why">{note}</span>
  </li>
)

export type Health = 'ok' | 'degraded' | 'down' | 'not_configured'

interface StatusTileProps {
  title: string
  health: Health
  /** The state in a word or two. */
  words: string
  /** A latency, or why it is so. */
  note: string
}

/** The state of one part of a system, by word and shape. The colours of bands aren't used. */
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
