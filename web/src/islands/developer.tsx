import { hydrate } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { KeyHolder, WebhookSubscription, WebhookSubscriptions } from '../api-shapes.ts'
import { BusyButton } from './busy-button.tsx'
import { Alert } from '../ui/console.tsx'
import { developerWords as t } from '../words/developer.ts'
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

function Head({ isBusy, onRefresh, onForget }: { isBusy: boolean; onRefresh: () => void; onForget: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), []) // the form that had the focus is gone
  return (
    <div class="console-head">
      <h1 ref={title} tabIndex={-1}>
        {t.title}
      </h1>
      <div class="buttons">
        <a class="btn sm" href="/api/v1/docs">
          {t.apiReference}
        </a>
        <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={onRefresh}>
          {t.refresh}
        </BusyButton>
        <button class="btn sm" type="button" onClick={onForget}>
          {t.forget}
        </button>
      </div>
    </div>
  )
}

interface KeyFormProps {
  isBusy: boolean
  refusal: Refusal | null
  onKey: (key: string) => void
}

/** The field has no name: nothing could send it along, not even without this module. */
function KeyForm({ isBusy, refusal, onKey }: KeyFormProps) {
  const [isLive, setLive] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setLive(true), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (field.current) onKey(field.current.value.trim())
  }
  return (
    <form class="gate card" onSubmit={submit} data-live={isLive}>
      <div>
        <h1>{t.title}</h1>
        <p class="muted">{t.lede}</p>
      </div>
      <div class="entry">
        <label for="api-key">{t.key}</label>
        <input id="api-key" ref={field} type="password" autocomplete="off" spellcheck={false} required />
        <p class="entry-note">{t.keyNote}</p>
      </div>
      <div role="alert">{refusal && <Alert title={refusal.isKey ? t.refused : t.failed}>{refusal.message}</Alert>}</div>
      <p class="buttons">
        <BusyButton class="btn pri wide" type="submit" isBusy={isBusy} disabled={!isLive}>
          {isBusy ? t.loading : t.show}
        </BusyButton>
      </p>
      <p class="quietly">
        {t.noKey} <a href="/api/v1/docs">{t.apiReference}</a>
      </p>
    </form>
  )
}
