import { hydrate } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BusyButton } from './busy-button.tsx'
import { Alert } from '../ui/console.tsx'
import { operatorWords as t } from '../words/operator.ts'
import { type Refusal, canBeSent } from './admin/ask.ts'
import { Dashboard } from './admin/dashboard.tsx'
import { keepToken, readKeptToken } from './admin/kept-token.ts'
import { useSnapshot } from './admin/use-snapshot.ts'

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement) => hydrate(<Admin />, element)

/** The form for the token, and once that is good the dashboard. */
export function Admin() {
  const { token, snapshot, refusal, isBusy, signIn, refuse, ...rest } = useSnapshot()
  useEffect(() => {
    const kept = readKeptToken()
    if (kept !== '') signIn(kept)
  }, [])
  const begin = (given: string, isKept: boolean) => {
    if (!canBeSent(given)) return refuse({ kind: 'token', message: t.unsendable })
    if (isKept) keepToken(given)
    signIn(given)
  }
  if (!snapshot) return <SignIn isBusy={isBusy} refusal={refusal} onToken={begin} />
  return <Dashboard snapshot={snapshot} token={token.current} isBusy={isBusy} refusal={refusal} {...rest} />
}

interface SignInProps {
  isBusy: boolean
  refusal: Refusal | null
  onToken: (token: string, isKept: boolean) => void
}

/** The field has no name: nothing could send it along, not even without this module. */
function SignIn({ isBusy, refusal, onToken }: SignInProps) {
  const [isLive, setLive] = useState(false)
  const [isKept, setKept] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setLive(true), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (field.current) onToken(field.current.value.trim(), isKept)
  }
  return (
    <form class="gate card" onSubmit={submit} data-live={isLive}>
      <div>
        <h1>{t.title}</h1>
        <p class="muted">{t.lede}</p>
      </div>
      <div class="entry">
        <label for="token">{t.token}</label>
        <input id="token" ref={field} type="password" autocomplete="off" spellcheck={false} required />
        <p class="entry-note">{t.tokenNote}</p>
      </div>
      <label class="tick">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {t.keep}
      </label>
      <div role="alert">{refusal && <Alert title={t.refusals[refusal.kind]}>{refusal.message}</Alert>}</div>
      <p class="buttons">
        <BusyButton class="btn pri wide" type="submit" isBusy={isBusy} disabled={!isLive}>
          {isBusy ? t.signingIn : t.signIn}
        </BusyButton>
      </p>
    </form>
  )
}
