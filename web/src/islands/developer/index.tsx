import { hydrate } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { KeyHolder, OwnScores } from '../../../../contract/schemas/own-scores.ts'
import type { WebhookSubscription, WebhookSubscriptions } from '../../../../contract/schemas/webhook.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { Alert, Pane, Pick, QueueRow } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { ConsoleHead, GateForm } from '../shared/console.tsx'
import { Chip, LeadChip } from '../../ui/chips.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { formatAge, formatDate, formatDateTime, formatNumber, formatScore } from '../../words/formats.ts'
import { Address } from '../../ui/address.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { usePages } from '../shared/use-pages.ts'
import { type Refusal, askWithKey, isKeyForm } from './ask.tsx'
import { Subscriptions } from './subscriptions.tsx'

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

/** The form for the key, then what belongs to the key. The key is kept in memory only. */
export function Developer() {
  const key = useRef('')
  const [shown, setShown] = useState<Shown | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    const asked = key.current
    setBusy(true)
    const found = await loadKey(asked)
    if (key.current !== asked) return // forgotten in the meantime
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

const whole = (value: number) => formatNumber(value, 'en')

const Account = ({ holder }: { holder: KeyHolder }) => (
  <div class="pair">
    <Pane id="account" title={t.account}>
      <dl class="facts-line">
        <Fact title={t.tier}>
          {t.tiers[holder.tier]} {holder.test && <Chip>{t.test}</Chip>}
        </Fact>
        <Fact title={t.prefix}>
          <code>{holder.prefix}</code> <bdi>{holder.label}</bdi>
        </Fact>
        <Fact title={t.created}>{formatDate(holder.createdAt, 'en')}</Fact>
        {holder.endsAt && <Fact title={t.ends}>{formatDateTime(holder.endsAt, 'en')}</Fact>}
      </dl>
      <Limits {...holder.limits} />
    </Pane>
    <Pane id="usage" title={t.usage}>
      <Usage usage={holder.usage} />
    </Pane>
  </div>
)

const Fact = ({ title, children }: { title: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Limits = ({ requests, scores }: KeyHolder['limits']) => (
  <ul class="rows">
    <QueueRow
      title={t.requests}
      amount={t.left(whole(requests.remaining), whole(requests.quota))}
      note={t.refills}
      share={1 - requests.remaining / requests.quota}
      isFull={requests.remaining === 0}
    />
    <QueueRow
      title={t.dailyScores}
      amount={t.left(whole(scores.remaining), whole(scores.quota))}
      note={t.resets(formatDateTime(scores.resetsAt, 'en'))}
      share={1 - scores.remaining / scores.quota}
      isFull={scores.remaining === 0}
    />
  </ul>
)

const shownDays = 30
const dayMs = 86_400_000

/** The response leaves out days without use. */
function Usage({ usage }: Pick<KeyHolder, 'usage'>) {
  const today = Date.now()
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const found = new Map(usage.map((day) => [day.date, day]))
  const toBars = (name: 'requests' | 'scores') =>
    days.map((date) => ({ label: formatDate(date, 'en'), value: found.get(date)?.[name] ?? 0 }))
  const toTotal = (name: 'requests' | 'scores') => whole(usage.reduce((sum, day) => sum + day[name], 0))
  return (
    <div class="sparks two">
      <Sparkline title={t.usageRequests} total={toTotal('requests')} bars={toBars('requests')} format={whole} />
      <Sparkline title={t.usageScores} total={toTotal('scores')} bars={toBars('scores')} format={whole} />
    </div>
  )
}

const rowsAtOnce = 10

/** The scores that the key asked for, by band and confidence. */
function Scores({ apiKey }: { apiKey: string }) {
  const [band, setBand] = useState('')
  const [confidence, setConfidence] = useState('')
  const { pages, problem, isBusy, load } = usePages<OwnScores>((cursor) => {
    const given = { limit: String(rowsAtOnce), band, confidence, cursor }
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
    return askWithKey<OwnScores>(apiKey, `/v1/scores?${query.toString()}`)
  })
  useEffect(() => void load([]), [band, confidence])
  const rows = (pages ?? []).flatMap(({ scores }) => scores)
  return (
    <Pane id="scores" title={t.scores}>
      <div class="filter-line">
        <Pick label={t.band} value={band} options={{ '': t.all, ...t.bands }} onValue={setBand} />
        <Pick
          label={t.confidence}
          value={confidence}
          options={{ '': t.all, ...t.confidences }}
          onValue={setConfidence}
        />
      </div>
      <div role="alert">{problem && <Alert title={problem} />}</div>
      {rows.length > 0 && <DataTable label={t.scores} columns={t.scoresColumns} rows={rows.map(toRow)} />}
      {rows.length === 0 && <p class="muted">{pages === null ? t.loading : t.noScores}</p>}
      {pages?.at(-1)?.nextCursor && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void load(pages)}>
            {t.more}
          </BusyButton>
        </p>
      )}
    </Pane>
  )
}

const toRow = (row: OwnScores['scores'][number]) => ({
  key: row.scoreId,
  cells: [
    <a key="launch" href={`/score/${row.scoreId}`}>
      <bdi>{row.name}</bdi> <bdi>${row.symbol}</bdi>
    </a>,
    <>
      {formatScore(row.aggregate)} <LeadChip {...row} />
    </>,
    <Address key="creator" address={row.creatorAddress} href={`/creator/${row.creatorAddress}`} isBare />,
    [row.promptVersion, ...(row.test ? [t.testRecord] : [])].join(' · '),
    <time key="made" dateTime={row.createdAt} title={formatDateTime(row.createdAt, 'en')}>
      {formatAge(row.createdAt, new Date(), 'en')}
    </time>,
  ],
})
