import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

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

/** Something that must not be passed over. */
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
