import { useState } from 'preact/hooks'
import type { WebhookSubscription } from '../../../../contract/schemas/webhook.ts'
import { BusyButton } from '../busy-button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Pane } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatAge, formatDateTime } from '../../words/formats.ts'
import { Deliveries } from './deliveries.tsx'
import { Outcome } from './outcome.tsx'
import { RotateForm } from './rotate-form.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { useAsk } from './use-ask.ts'

interface SubscriptionsProps {
  apiKey: string
  webhooks: WebhookSubscription[]
  onChange: () => void
}

/** The key's subscriptions with their health, and everything that can be done to them. */
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
