import { useState } from 'preact/hooks'
import type { WebhookSubscription } from '../../../../contract/schemas/webhook.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { Chip } from '../../ui/chips.tsx'
import { Entry, Pane, Pick } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatAge, formatDateTime } from '../../words/formats.ts'
import type { ApiRequest } from '../../browser/ask.ts'
import { Deliveries } from './deliveries.tsx'
import { Outcome, useAsk } from './ask.tsx'

interface SubscriptionsProps {
  apiKey: string
  webhooks: WebhookSubscription[]
  onChange: () => void
}

/** The key's subscriptions with their state and their actions. */
export const Subscriptions = ({ apiKey, webhooks, onChange }: SubscriptionsProps) => (
  <Pane id="webhooks" title={t.webhooks} note={t.webhooksNote}>
    {webhooks.length === 0 && <p class="muted">{t.noWebhooks}</p>}
    <ul class="items">
      {webhooks.map((one) => (
        <Subscription key={one.id} apiKey={apiKey} subscription={one} onChange={onChange} />
      ))}
    </ul>
    <details>
      <summary class="item-title">{t.add}</summary>
      <SubscriptionForm apiKey={apiKey} subscription={null} onDone={onChange} />
    </details>
  </Pane>
)

type State = keyof typeof t.states

function getState({ active, pausedUntil, lastSuccessAt, lastFailureAt }: WebhookSubscription): State {
  if (!active) return 'stopped'
  if (pausedUntil) return 'paused'
  return lastFailureAt !== null && (lastSuccessAt === null || lastSuccessAt < lastFailureAt) ? 'failing' : 'active'
}

type Panel = 'deliveries' | 'edit' | 'rotate' | 'remove'

interface SubscriptionProps extends Omit<SubscriptionsProps, 'webhooks'> {
  subscription: WebhookSubscription
}

function Subscription({ apiKey, subscription, onChange }: SubscriptionProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const toggle = (name: Panel) => setPanel(panel === name ? null : name)
  const { id, endpoint, description, events, active } = subscription
  const state = getState(subscription)
  return (
    <li id={id}>
      <div class="item-head">
        <h3>
          <bdi>{endpoint}</bdi>
        </h3>
        <Chip tone={state === 'active' ? 'plain' : 'crit'}>{t.states[state]}</Chip>
      </div>
      {description && (
        <p class="muted">
          <bdi>{description}</bdi>
        </p>
      )}
      <Health {...subscription} />
      <p class="quietly">{events.includes('*') ? t.allEvents : events.join(' · ')}</p>
      <Actions apiKey={apiKey} subscription={subscription} panel={panel} onPanel={toggle} onChange={onChange} />
      {panel === 'deliveries' && <Deliveries apiKey={apiKey} subscriptionId={id} isActive={active} />}
      {panel === 'edit' && <SubscriptionForm apiKey={apiKey} subscription={subscription} onDone={onChange} />}
      {panel === 'rotate' && <RotateForm apiKey={apiKey} subscriptionId={id} />}
      {panel === 'remove' && <Removal apiKey={apiKey} subscriptionId={id} onChange={onChange} />}
    </li>
  )
}

const Health = ({ lastSuccessAt, lastFailureAt, pausedUntil, disabledReason }: WebhookSubscription) => (
  <>
    {pausedUntil && <p>{t.pausedUntil(formatDateTime(pausedUntil, 'en'))}</p>}
    {disabledReason && <p>{t.disabled[disabledReason]}</p>}
    <dl class="facts-line">
      <Last title={t.lastSuccess} at={lastSuccessAt} />
      <Last title={t.lastFailure} at={lastFailureAt} />
    </dl>
  </>
)

const Last = ({ title, at }: { title: string; at: string | null }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {at ? (
        <time dateTime={at} title={formatDateTime(at, 'en')}>
          {formatAge(at, new Date(), 'en')}
        </time>
      ) : (
        t.never
      )}
    </dd>
  </div>
)

interface ActionsProps extends SubscriptionProps {
  panel: Panel | null
  onPanel: (panel: Panel) => void
}

function Actions({ apiKey, subscription, panel, onPanel, onChange }: ActionsProps) {
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const { id, active, pausedUntil } = subscription
  const path = `/v1/webhooks/${id}`
  const run = async (said: string, url: string, method: 'POST' | 'PATCH', body?: object) => {
    if (await send<object>(url, { method, ...(body && { body }) }, () => said)) onChange()
  }
  const panels: [Panel, string][] = [
    ['deliveries', t.deliveries],
    ['edit', t.edit],
    ['rotate', t.rotate],
    ['remove', t.remove],
  ]
  return (
    <>
      <div class="buttons">
        {panels.map(([name, title]) => (
          <button key={name} class="btn sm" type="button" aria-expanded={panel === name} onClick={() => onPanel(name)}>
            {title}
          </button>
        ))}
        {active && (
          <BusyButton
            class="btn sm"
            type="button"
            isBusy={isBusy}
            onClick={() => void run(t.isTestSent, `${path}/test`, 'POST')}
          >
            {t.sendTest}
          </BusyButton>
        )}
        {active && (
          <BusyButton
            class="btn sm"
            type="button"
            isBusy={isBusy}
            onClick={() => void run(t.isStopped, path, 'PATCH', { active: false })}
          >
            {t.stop}
          </BusyButton>
        )}
        {(!active || pausedUntil) && (
          <BusyButton
            class="btn sm"
            type="button"
            isBusy={isBusy}
            onClick={() => void run(t.isResumed, `${path}/resume`, 'POST')}
          >
            {t.resume}
          </BusyButton>
        )}
      </div>
      <Outcome problem={problem} done={done} />
    </>
  )
}

function Removal({
  apiKey,
  subscriptionId,
  onChange,
}: {
  apiKey: string
  subscriptionId: string
  onChange: () => void
}) {
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const remove = async () => {
    const sent = await send<null>(`/v1/webhooks/${subscriptionId}`, { method: 'DELETE' }, () => t.isRemoved)
    if (sent !== undefined) onChange()
  }
  return (
    <div>
      <p>{t.removeSure}</p>
      <p class="buttons">
        <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void remove()}>
          {t.removeYes}
        </BusyButton>
      </p>
      <Outcome problem={problem} done={done} />
    </div>
  )
}

const eventNames = [
  'score.created',
  'enrollment.created',
  'launch.scheduled',
  'attestation.published',
  'graduation.occurred',
  'score.hidden',
  'score.restored',
  'attestation.revoked',
  'appeal.answered',
  'token.bound',
  'outcome.decided',
  'launch.reminder',
  'key.near_limit',
]
const all = '*'

interface FormProps {
  apiKey: string
  /** null: a new one. */
  subscription: WebhookSubscription | null
  onDone: () => void
}

/** Creates a subscription, or changes what can be changed of one. */
function SubscriptionForm({ apiKey, subscription, onDone }: FormProps) {
  const [endpoint, setEndpoint] = useState(subscription?.endpoint ?? '')
  const [description, setDescription] = useState(subscription?.description ?? '')
  const [events, setEvents] = useState(subscription?.events ?? [all])
  const [secret, setSecret] = useState('')
  const [retryPolicy, setRetryPolicy] = useState('standard')
  const [format, setFormat] = useState('standard-webhooks')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  /** A second press of the button must not create the same subscription again. */
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

/** Replaces the secret of a subscription. */
function RotateForm({ apiKey, subscriptionId }: { apiKey: string; subscriptionId: string }) {
  const [secret, setSecret] = useState('')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const rotate = async (event: Event) => {
    event.preventDefault()
    await send<{ previousUntil: string }>(
      `/v1/webhooks/${subscriptionId}/rotate-secret`,
      { method: 'POST', body: { secret } },
      ({ previousUntil }) => t.isRotated(formatDateTime(previousUntil, 'en')),
    )
  }
  return (
    <form aria-label={t.rotate} onSubmit={(event) => void rotate(event)}>
      <SecretEntry label={t.newSecret} value={secret} onValue={setSecret} />
      <p class="quietly">{t.rotateNote}</p>
      <p class="buttons">
        <BusyButton class="btn pri" type="submit" isBusy={isBusy}>
          {t.rotate}
        </BusyButton>
      </p>
      <Outcome problem={problem} done={done} />
    </form>
  )
}

interface SecretEntryProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** A secret that the holder types in, or has made here. It is never shown again. */
const SecretEntry = ({ label, value, onValue }: SecretEntryProps) => (
  <div class="filter-line">
    <div class="entry grows">
      <Entry label={label} note={t.secretNote} value={value} onValue={onValue} maxLength={512} isRequired />
    </div>
    <button class="btn beside-entry" type="button" onClick={() => onValue(createSecret())}>
      {t.generate}
    </button>
  </div>
)

/** 32 random bytes, in the form that Standard Webhooks demands and every subscription takes. */
const createSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
