import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BusyButton } from './form-parts.tsx'

/** The heading of an opened page with its buttons. It takes the focus. */
export function ConsoleHead({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), []) // the form that had the focus is gone
  return (
    <div class="console-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div class="buttons">{children}</div>
    </div>
  )
}

interface GateFormProps {
  title: string
  lede: string
  id: string
  label: string
  note: string
  choice?: ComponentChildren
  alert: ComponentChildren
  button: string
  isBusy: boolean
  onSecret: (secret: string) => void
  children?: ComponentChildren
}

/**
 * The form for the secret that opens a page. The field has no name, so that a submission without scripts can't send it.
 */
export function GateForm({ title, lede, id, label, note, choice, alert, button, ...rest }: GateFormProps) {
  const { isBusy, onSecret, children } = rest
  const [isLive, setLive] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setLive(true), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (field.current) onSecret(field.current.value.trim())
  }
  return (
    <form class="gate card" onSubmit={submit} data-live={isLive}>
      <div>
        <h1>{title}</h1>
        <p class="muted">{lede}</p>
      </div>
      <div class="entry">
        <label for={id}>{label}</label>
        <input id={id} ref={field} type="password" autocomplete="off" spellcheck={false} required />
        <p class="entry-note">{note}</p>
      </div>
      {choice}
      <div role="alert">{alert}</div>
      <p class="buttons">
        <BusyButton class="btn pri wide" type="submit" isBusy={isBusy} disabled={!isLive}>
          {button}
        </BusyButton>
      </p>
      {children}
    </form>
  )
}
