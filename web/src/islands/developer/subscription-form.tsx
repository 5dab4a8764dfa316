import { useState } from 'preact/hooks'
import type { WebhookSubscription } from '../../../../contract/schemas/webhook.ts'
import { BusyButton } from '../busy-button.tsx'
import { Entry, Pick } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import type { ApiRequest } from '../../browser/ask-api.ts'
import { Outcome } from './outcome.tsx'
import { SecretEntry } from './secret-entry.tsx'
import { useAsk } from './use-ask.ts'

const eventNames = [
  'score.created',
  'enrollment.created',
  'launch.scheduled',
  'attestation.published',
  'graduation.occurred',
]
const all = '*'

interface FormProps {
  apiKey: string
  /** null: a new one. */
  subscription: WebhookSubscription | null
  onDone: () => void
}

/** Creates a subscription, or changes what can be changed of one. */
export function SubscriptionForm({ apiKey, subscription, onDone }: FormProps) {
  const [endpoint, setEndpoint] = useState(subscription?.endpoint ?? '')
  const [description, setDescription] = useState(subscription?.description ?? '')
  const [events, setEvents] = useState(subscription?.events ?? [all])
  const [secret, setSecret] = useState('')
  const [retryPolicy, setRetryPolicy] = useState('standard')
  const [format, setFormat] = useState('standard-webhooks')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  /** Another press of the button must not create the same subscription again. */
  const clear = () => {
    setEndpoint('')
    setSecret('')
    setDescription('')
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const note = description.trim()
    const [path, request]: [string, ApiRequest] = subscription
      ? [`/v1/webhooks/${subscription.id}`, { method: 'PATCH', body: { endpoint, events, description: note || null } }]
      : [
          '/v1/webhooks',
          {
            method: 'POST',
            body: { endpoint, events, secret, retryPolicy, format, ...(note && { description: note }) },
          },
        ]
    const said = subscription ? t.isSaved : t.isCreated
    if (!(await send<WebhookSubscription>(path, request, () => said))) return
    if (!subscription) clear()
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Entry label={t.endpoint} note={t.endpointNote} value={endpoint} onValue={setEndpoint} isRequired />
      <Events events={events} onEvents={setEvents} />
      {!subscription && (
        <>
          <SecretEntry label={t.secret} value={secret} onValue={setSecret} />
          <div class="pair">
            <Pick label={t.retryPolicy} value={retryPolicy} options={t.retryPolicies} onValue={setRetryPolicy} />
            <Pick label={t.format} value={format} options={t.formats} onValue={setFormat} />
          </div>
        </>
      )}
      <Entry
        label={t.descriptionField}
        note={t.descriptionNote}
        value={description}
        onValue={setDescription}
        maxLength={200}
      />
      <p class="buttons">
        <BusyButton class="btn pri" type="submit" isBusy={isBusy} disabled={events.length === 0}>
          {subscription ? t.save : t.create}
        </BusyButton>
      </p>
      <Outcome problem={problem} done={done} />
    </form>
  )
}

function Events({ events, onEvents }: { events: string[]; onEvents: (events: string[]) => void }) {
  const isAll = events.includes(all)
  const toggle = (name: string, isWanted: boolean) =>
    onEvents([...events.filter((one) => one !== name && one !== all), ...(isWanted ? [name] : [])])
  return (
    <fieldset>
      <legend>{t.events}</legend>
      <label class="tick">
        <input type="checkbox" checked={isAll} onChange={() => onEvents(isAll ? [...eventNames] : [all])} />
        {t.allEvents}
      </label>
      {eventNames.map((name) => (
        <label key={name} class="tick">
          <input
            type="checkbox"
            checked={isAll || events.includes(name)}
            disabled={isAll}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  )
}
