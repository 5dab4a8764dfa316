import { hydrate } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Alert } from '../ui/console.tsx'
import { operatorWords as t } from '../words/operator.ts'
import { type Refusal, canBeSent } from './admin/ask.ts'
import { Dashboard } from './admin/dashboard.tsx'
import { keepToken, readKeptToken } from './admin/kept-token.ts'
import { useSnapshot } from './admin/use-snapshot.ts'
import { GateForm } from './console/gate-form.tsx'

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

/** The form for the token. */
function SignIn({ isBusy, refusal, onToken }: SignInProps) {
  const [isKept, setKept] = useState(false)
  return (
    <GateForm
      title={t.title}
      lede={t.lede}
      id="token"
      label={t.token}
      note={t.tokenNote}
      choice={
        <label class="tick">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
          {t.keep}
        </label>
      }
      alert={refusal && <Alert title={t.refusals[refusal.kind]}>{refusal.message}</Alert>}
      button={isBusy ? t.signingIn : t.signIn}
      isBusy={isBusy}
      onSecret={(token) => onToken(token, isKept)}
    />
  )
}
