import { useEffect, useState } from 'preact/hooks'
import type { Delivery, Deliveries as DeliveryPage, DeliveryWithBody } from '../../../../contract/schemas/webhook.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { Chip } from '../../ui/chips.tsx'
import { Alert, Pick } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatAge, formatDateTime } from '../../words/formats.ts'
import { usePages } from '../shared/use-pages.ts'
import { askWithKey, Outcome, useAsk } from './ask.tsx'

interface DeliveriesProps {
  apiKey: string
  subscriptionId: string
  isActive: boolean
}

const rowsAtOnce = 10

/** The deliveries of a subscription, each with its attempts and its payload. */
export function Deliveries({ apiKey, subscriptionId, isActive }: DeliveriesProps) {
  const [state, setState] = useState('')
  const [refreshes, setRefreshes] = useState(0)
  const path = `/v1/webhooks/${subscriptionId}/deliveries`
  const { pages, problem, isBusy, load } = usePages<DeliveryPage>((cursor) => {
    const given = { limit: String(rowsAtOnce), state, cursor }
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
    return askWithKey<DeliveryPage>(apiKey, `${path}?${query.toString()}`)
  })
  useEffect(() => void load([]), [state, refreshes])
  // A retry may respond after the filter has changed: the effect asks with the filter of that time.
  const refresh = () => setRefreshes((count) => count + 1)
  const rows = (pages ?? []).flatMap(({ deliveries }) => deliveries)
  return (
    <section class="rows" aria-label={t.deliveries}>
      <p class="quietly">{t.deliveriesNote}</p>
      <div class="filter-line">
        <Pick label={t.state} value={state} options={{ '': t.all, ...t.deliveryStates }} onValue={setState} />
        <button class="btn" type="button" onClick={refresh}>
          {t.refresh}
        </button>
      </div>
      <div role="alert">{problem && <Alert title={problem} />}</div>
      {rows.length === 0 && <p class="muted">{pages === null ? t.loading : t.noDeliveries}</p>}
      <ul class="items">
        {rows.map((row) => (
          <Row key={row.id} apiKey={apiKey} path={path} row={row} isActive={isActive} onChange={refresh} />
        ))}
      </ul>
      {pages?.at(-1)?.nextCursor && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void load(pages)}>
            {t.more}
          </BusyButton>
        </p>
      )}
      {isActive && <RecoverForm apiKey={apiKey} subscriptionId={subscriptionId} onDone={refresh} />}
    </section>
  )
}

interface RowProps extends Omit<DeliveriesProps, 'subscriptionId'> {
  path: string
  row: Delivery
  onChange: () => void
}

const Row = ({ row, ...props }: RowProps) => (
  <li>
    <details>
      <summary>
        <span class="summary-line">
          <span class="item-title">{row.event}</span>
          <Chip tone={row.state === 'failed' ? 'crit' : 'plain'}>{t.deliveryStates[row.state]}</Chip>
          <span class="quietly">
            {t.attempts(row.attempts.length)} ·
            <time dateTime={row.createdAt} title={formatDateTime(row.createdAt, 'en')}>
              {formatAge(row.createdAt, new Date(), 'en')}
            </time>
          </span>
        </span>
      </summary>
      <Opened row={row} {...props} />
    </details>
  </li>
)

function Opened({ apiKey, path, row, isActive, onChange }: RowProps) {
  const [found, setFound] = useState<DeliveryWithBody | null>(null)
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const show = () =>
    send<DeliveryWithBody>(`${path}/${row.id}`, {}, () => '').then((delivery) => delivery && setFound(delivery))
  const retry = async () => {
    const request = { method: 'POST' } as const
    if (await send<Delivery>(`${path}/${row.id}/retry`, request, () => t.isRetried)) onChange()
  }
  return (
    <div class="rows">
      <p class="quietly">
        <code>{row.id}</code>
      </p>
      <Attempts attempts={row.attempts} />
      {row.nextAttemptAt && (
        <p>
          {t.nextAttempt}: {formatDateTime(row.nextAttemptAt, 'en')}
        </p>
      )}
      {found && (
        <pre aria-label={t.payload} tabIndex={0}>
          {toReadable(found.body)}
        </pre>
      )}
      <p class="buttons">
        {!found && (
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void show()}>
            {t.payload}
          </BusyButton>
        )}
        {isActive && row.state !== 'sending' && (
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void retry()}>
            {t.retry}
          </BusyButton>
        )}
      </p>
      <Outcome problem={problem} done={done} />
    </div>
  )
}

const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) =>
  attempts.length === 0 ? (
    <p class="muted">{t.noAttempts}</p>
  ) : (
    <ol class="posts" aria-label={t.attemptsTitle}>
      {attempts.map(({ startedAt, durationMs, status, error, answer }) => (
        <li key={startedAt}>
          <p>
            {[
              formatDateTime(startedAt, 'en'),
              ...(status === null ? [] : [t.status(status)]),
              ...(error === null ? [] : [error]),
              t.took(durationMs),
            ].join(' · ')}
          </p>
          {answer && <pre tabIndex={0}>{answer}</pre>}
        </li>
      ))}
    </ol>
  )

/** The body with line breaks; the bytes that are sent have none. */
function toReadable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

interface RecoverFormProps {
  apiKey: string
  subscriptionId: string
  onDone: () => void
}

interface Recovered {
  recovered: number
  isComplete: boolean
}

/** The service refuses a time that is exactly as old as it allows: requests take a moment. */
const marginMs = 60_000

/** The form that queues failed and missed deliveries again. */
function RecoverForm({ apiKey, subscriptionId, onDone }: RecoverFormProps) {
  const [hours, setHours] = useState('1')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const recover = async (event: Event) => {
    event.preventDefault()
    const since = new Date(Date.now() - Number(hours) * 3_600_000 + marginMs).toISOString()
    const path = `/v1/webhooks/${subscriptionId}/recover`
    const request = { method: 'POST', body: { since } } as const
    const sent = await send<Recovered>(path, request, ({ recovered, isComplete }) =>
      t.isRecovered(recovered, isComplete),
    )
    if (sent) onDone()
  }
  const options = Object.fromEntries(t.spans.map(({ hours, title }) => [String(hours), title]))
  return (
    <form aria-label={t.recoverTitle} onSubmit={(event) => void recover(event)}>
      <div>
        <h4>{t.recoverTitle}</h4>
        <p class="quietly">{t.recoverNote}</p>
      </div>
      <div class="filter-line">
        <Pick label={t.since} value={hours} options={options} onValue={setHours} />
        <BusyButton class="btn" type="submit" isBusy={isBusy}>
          {t.recover}
        </BusyButton>
      </div>
      <Outcome problem={problem} done={done} />
    </form>
  )
}
