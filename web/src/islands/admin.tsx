import { hydrate } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../ui/notice.tsx'
import { type Refusal, canBeSent } from './admin/ask.ts'
import { Dashboard } from './admin/dashboard.tsx'
import { type Look, takeLook } from './admin/look.ts'

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement) => hydrate(<Admin />, element)

/** The form for the token, and once that is good the dashboard. The token is in this component's memory and nowhere else. */
export function Admin() {
  const token = useRef('')
  const [look, setLook] = useState<Look | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  const refresh = async () => {
    setBusy(true)
    const asked = token.current
    const found = await takeLook(asked)
    if (token.current !== asked) return // forgotten meanwhile
    setBusy(false)
    if ('look' in found) {
      setLook(found.look)
      setRefusal(null)
      return
    }
    setRefusal(found.refusal)
    if (found.refusal.kind === 'connection' || found.refusal.kind === 'other') return
    token.current = ''
    setLook(null)
  }
  const begin = (given: string) => {
    if (!canBeSent(given)) {
      setRefusal({ kind: 'token', message: 'A token has no spaces and no letters with accents.' })
      return
    }
    token.current = given
    void refresh()
  }
  const forget = () => {
    token.current = ''
    setLook(null)
    setRefusal(null)
    setBusy(false)
  }

  if (!look) return <TokenForm isBusy={isBusy} refusal={refusal} onToken={begin} />
  return (
    <Dashboard look={look} token={token.current} isBusy={isBusy} onRefresh={() => void refresh()} onForget={forget}>
      <div role="alert">{refusal && <Refused refusal={refusal} asOf={look.status.asOf} />}</div>
    </Dashboard>
  )
}

interface TokenFormProps {
  isBusy: boolean
  refusal: Refusal | null
  onToken: (token: string) => void
}

/** The field has no name: nothing could send it along, not even without this module. */
function TokenForm({ isBusy, refusal, onToken }: TokenFormProps) {
  const [isLive, setLive] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setLive(true), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (field.current) onToken(field.current.value.trim())
  }
  return (
    <div class="lone">
      <h1>Operations</h1>
      <p class="lede">Totals, queues, keys and what was scored last, for whoever runs this service.</p>
      <form class="sheet" onSubmit={submit} data-live={isLive}>
        <div class="field">
          <label for="token">Admin token</label>
          <input id="token" ref={field} type="password" autocomplete="off" spellcheck={false} required />
          <p class="note">
            The service’s ADMIN_TOKEN. It stays in this page’s memory: leaving or reloading the page forgets it.
          </p>
        </div>
        <div role="alert">
          {refusal && (
            <Notice kind="fault" title={titles[refusal.kind]}>
              {refusal.message}
            </Notice>
          )}
        </div>
        <p class="actions">
          <button class="button" type="submit" disabled={!isLive || isBusy}>
            {isBusy ? 'Asking …' : 'Open'}
          </button>
        </p>
      </form>
    </div>
  )
}

const titles: Record<Refusal['kind'], string> = {
  token: 'This token is not good',
  'not-configured': 'No admin token is configured',
  connection: 'The service could not be reached',
  other: 'The service did not answer as it should',
}

const Refused = ({ refusal: { kind, message }, asOf }: { refusal: Refusal; asOf: string }) => (
  <Notice kind="fault" title={kind === 'connection' ? 'The connection is lost' : titles[kind]}>
    {message} What is below is as it was at {asOf.slice(11, 19)} UTC.
  </Notice>
)
