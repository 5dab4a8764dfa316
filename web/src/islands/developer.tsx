import { hydrate } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { KeyHolder } from '../../../contract/schemas/own-scores.ts'
import type { WebhookSubscription, WebhookSubscriptions } from '../../../contract/schemas/webhook.ts'
import { BusyButton } from './busy-button.tsx'
import { Alert } from '../ui/console.tsx'
import { developerWords as t } from '../words/developer.ts'
import { ConsoleHead } from './console/console-head.tsx'
import { GateForm } from './console/gate-form.tsx'
import { Account } from './developer/account.tsx'
import { type Refusal, askWithKey, isKeyForm } from './developer/ask-with-key.ts'
import { Scores } from './developer/scores.tsx'
import { Subscriptions } from './developer/subscriptions.tsx'

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement) => hydrate(<Developer />, element)

interface Shown {
  holder: KeyHolder
  webhooks: WebhookSubscription[]
}

/** A key can have 100 subscriptions, and a page of the API 50. */
async function loadKey(key: string): Promise<Shown | { refusal: Refusal }> {
  const holder = await askWithKey<KeyHolder>(key, '/v1/me')
  if ('refusal' in holder) return holder
  const webhooks: WebhookSubscription[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await askWithKey<WebhookSubscriptions>(key, `/v1/webhooks?limit=50${query}`)
    if ('refusal' in page) return page
    webhooks.push(...page.response.webhooks)
    cursor = page.response.nextCursor
  }
  return { holder: holder.response, webhooks }
}

/** The form for the key, and what belongs to the key. The key is in this component's memory and nowhere else. */
export function Developer() {
  const key = useRef('')
  const [shown, setShown] = useState<Shown | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    const asked = key.current
    setBusy(true)
    const found = await loadKey(asked)
    if (key.current !== asked) return // forgotten meanwhile
    setBusy(false)
    if (!('refusal' in found)) {
      setShown(found)
      setRefusal(null)
      return
    }
    if (found.refusal.isKey) forget()
    setRefusal(found.refusal)
  }
  const forget = () => {
    key.current = ''
    setShown(null)
    setRefusal(null)
    setBusy(false)
  }
  const begin = (given: string) => {
    if (!isKeyForm(given)) return setRefusal({ isKey: true, message: t.malformed })
    key.current = given
    void refresh()
  }
  if (!shown) return <KeyForm isBusy={isBusy} refusal={refusal} onKey={begin} />
  const apiKey = key.current
  return (
    <>
      <Head isBusy={isBusy} onRefresh={() => void refresh()} onForget={forget} />
      <div role="alert">{refusal && <Alert title={t.failed}>{refusal.message}</Alert>}</div>
      <Account holder={shown.holder} />
      <Subscriptions apiKey={apiKey} webhooks={shown.webhooks} onChange={() => void refresh()} />
      <Scores apiKey={apiKey} />
    </>
  )
}

const Head = ({ isBusy, onRefresh, onForget }: { isBusy: boolean; onRefresh: () => void; onForget: () => void }) => (
  <ConsoleHead title={t.title}>
    <a class="btn sm" href="/api/v1/docs">
      {t.apiReference}
    </a>
    <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={onRefresh}>
      {t.refresh}
    </BusyButton>
    <button class="btn sm" type="button" onClick={onForget}>
      {t.forget}
    </button>
  </ConsoleHead>
)

interface KeyFormProps {
  isBusy: boolean
  refusal: Refusal | null
  onKey: (key: string) => void
}

const KeyForm = ({ isBusy, refusal, onKey }: KeyFormProps) => (
  <GateForm
    title={t.title}
    lede={t.lede}
    id="api-key"
    label={t.key}
    note={t.keyNote}
    alert={refusal && <Alert title={refusal.isKey ? t.refused : t.failed}>{refusal.message}</Alert>}
    button={isBusy ? t.loading : t.show}
    isBusy={isBusy}
    onSecret={onKey}
  >
    <p class="quietly">
      {t.noKey} <a href="/api/v1/docs">{t.apiReference}</a>
    </p>
  </GateForm>
)
