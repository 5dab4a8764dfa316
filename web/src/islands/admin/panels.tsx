import { useState } from 'preact/hooks'
import type { ActivityWindow, AdminAnalytics, AdminKeys, AdminStatus } from '../../../../contract/schemas/admin.ts'
import type { AdminBudgets, AdminHours } from '../../../../contract/schemas/operations.ts'
import { type Health, Alert, Entry, QueueRow, StatusTile } from '../../ui/console.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { formatDate } from '../../words/formats.ts'
import { bytes, price, shareIn, short, span, whole } from './numbers.ts'

interface Tile {
  title: string
  health: Health
  note: string
}

/** The state of the service and of what it depends on. */
export const Tiles = ({ status, milliseconds }: { status: AdminStatus; milliseconds: number }) => (
  <ul class="tile-strip" aria-label={t.status}>
    {listTiles(status, milliseconds).map(({ title, health, note }) => (
      <StatusTile key={title} title={title} health={health} words={t.states[health]} note={note} />
    ))}
  </ul>
)

function listTiles({ status, database, providers, breakers }: AdminStatus, milliseconds: number): Tile[] {
  const service: Health = status === 'ok' ? 'ok' : 'degraded'
  const isUp = database.state === 'ok'
  const latency = database.milliseconds === null ? t.noResponse : t.milliseconds(database.milliseconds)
  return [
    { title: t.tiles.service, health: service, note: t.milliseconds(milliseconds) },
    {
      title: t.tiles.database,
      health: isUp ? 'ok' : 'down',
      note: database.fault ? t.databaseFaults[database.fault] : latency,
    },
    ...providers.map(({ name, state, milliseconds }): Tile => {
      const why = t.breakers[breakers[name] ?? 'closed']
      const speed = milliseconds === null ? t.noCalls : t.milliseconds(milliseconds)
      return { title: t.tiles[name], health: state, note: state === 'not_configured' ? '' : why || speed }
    }),
  ]
}

const orNone = (amount: number | null, format: (amount: number) => string) => (amount === null ? '–' : format(amount))

const cells: Record<keyof typeof t.activityRows, (window: ActivityWindow) => string> = {
  scores: ({ scores }) => whole(scores.total),
  bands: ({ scores: { bands } }) => [bands.green, bands.amber, bands.red].map(whole).join(' / '),
  preliminary: ({ scores }) => whole(scores.preliminary),
  rescores: ({ scores }) => whole(scores.rescores),
  enrollments: ({ enrollments }) => whole(enrollments.total),
  enrolledShare: ({ conversion }) => shareIn(conversion.enrolledShare),
  attestations: ({ attestations }) => whole(attestations.published),
  calls: ({ model }) => whole(model.calls),
  inputTokens: ({ model }) => whole(model.inputTokens),
  outputTokens: ({ model }) => whole(model.outputTokens),
  cachedShare: ({ model }) => shareIn(model.cachedShare),
  tokensPerScore: ({ model }) => orNone(model.tokensPerScore, whole),
  cost: ({ model }) => orNone(model.cost, price),
  costPerScore: ({ model }) => orNone(model.costPerScore, price),
}

export const Activity = ({ windows }: AdminAnalytics) => (
  <DataTable
    label={t.activity}
    columns={t.activityColumns}
    rows={(Object.keys(cells) as (keyof typeof cells)[]).map((name) => ({
      key: name,
      cells: [t.activityRows[name], ...[windows['24h'], windows['7d'], windows.all].map(cells[name])],
    }))}
  />
)

/** A budget that is used this far may not last the day. */
const nearlyFull = 0.9

export const Budgets = ({ budgets }: AdminBudgets) => (
  <ul class="rows">
    {budgets.map(({ name, used, limit, cost }) => {
      const format = name === 'stored_bytes' ? bytes : short
      const share = limit === null ? null : used / limit
      const notes = [
        share === null ? t.budgetFree : t.budgetLeft(shareIn(share)),
        ...(cost === null ? [] : [t.budgetCost(price(cost))]),
      ]
      return (
        <QueueRow
          key={name}
          title={t.budgetNames[name]}
          amount={limit === null ? format(used) : t.budgetUsed(format(used), format(limit))}
          note={notes.join(' · ')}
          share={share}
          isFull={share !== null && share >= nearlyFull}
        />
      )
    })}
  </ul>
)

const maxCounted = 10_000
/** The bar is full when the oldest entry has been due for this long. */
const fullAtSeconds = 600

export const Queues = ({ queues }: Pick<AdminStatus, 'queues'>) =>
  queues === null ? (
    <Alert title={t.queuesFailed} />
  ) : (
    <ul class="rows">
      {queues.map(({ name, due, oldestDueSeconds }) => (
        <QueueRow
          key={name}
          title={queueNames[name] ?? name}
          amount={t.queueDue(whole(due), due >= maxCounted)}
          note={due === 0 ? t.queueEmpty : t.queueOldest(span(oldestDueSeconds))}
          share={due === 0 ? 0 : oldestDueSeconds / fullAtSeconds}
          isFull={oldestDueSeconds >= fullAtSeconds}
        />
      ))}
    </ul>
  )

const queueNames: Record<string, string> = t.queueNames

/** The process that responded, and its jobs. */
export const Replica = ({ version, commit, uptimeSeconds, attester, jobs, asOf }: AdminStatus) => (
  <>
    <dl class="facts-line">
      <Fact title={t.release}>{commit ? `${version} (${commit.slice(0, 12)})` : version}</Fact>
      <Fact title={t.uptime}>{span(uptimeSeconds)}</Fact>
      <Fact title={t.attester}>{attester ? toAttester(attester) : t.states.not_configured}</Fact>
    </dl>
    {jobs.length === 0 ? (
      <p class="muted">{t.noJobs}</p>
    ) : (
      <details>
        <summary>{t.jobs}</summary>
        <DataTable
          label={t.jobs}
          columns={t.jobsColumns}
          rows={jobs.map(({ name, lastSuccessAt }) => ({
            key: name,
            cells: [name, t.ago(span(Math.max(0, (Date.parse(asOf) - Date.parse(lastSuccessAt)) / 1000)))],
          }))}
        />
      </details>
    )}
  </>
)

const Fact = ({ title, children }: { title: string; children: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function toAttester({ state, attester, balanceWei }: NonNullable<AdminStatus['attester']>): string {
  const balance = balanceWei === null ? t.noBalance : t.balance((Number(balanceWei) / 1e18).toFixed(4))
  return [state, attester, balance].join(' · ')
}

type Hour = AdminHours['hours'][number]

const getDeliveries = ({ delivered, failed }: Hour) => delivered + failed

/** The last day by the hour. */
export function Hours({ hours }: AdminHours) {
  const toBars = (getValue: (hour: Hour) => number, getBad: (hour: Hour) => number = () => 0) =>
    hours.map((hour) => ({ label: hour.hour.slice(11, 16), value: getValue(hour), bad: getBad(hour) }))
  const sum = (getValue: (hour: Hour) => number) => hours.reduce((total, hour) => total + getValue(hour), 0)
  const hasPrice = hours.some(({ modelCost }) => modelCost !== null)
  const getSpend = (hour: Hour) => (hasPrice ? (hour.modelCost ?? 0) : hour.modelTokens)
  const formatSpend = hasPrice ? price : short
  return (
    <div class="sparks">
      <Sparkline
        title={t.series.scores}
        total={whole(sum(({ scores }) => scores))}
        bars={toBars(({ scores }) => scores)}
        format={whole}
      />
      <Sparkline
        title={t.series.errors}
        total={whole(sum(({ errors }) => errors))}
        bars={toBars(({ errors }) => errors)}
        format={whole}
        isBad
      />
      <Sparkline
        title={hasPrice ? t.series.spend : t.series.tokens}
        total={formatSpend(sum(getSpend))}
        bars={toBars(getSpend)}
        format={formatSpend}
      />
      <Sparkline
        title={t.series.deliveries}
        total={whole(sum(getDeliveries))}
        bars={toBars(getDeliveries, ({ failed }) => failed)}
        format={whole}
        badWord={t.failedWord}
      />
    </div>
  )
}

type Key = AdminKeys['keys'][number]

/** Only the newest are shown; the filter finds the others. */
const maxShown = 25

/** The keys by their labels and prefixes. The service doesn't keep the keys themselves. */
export function Keys({ keys }: AdminKeys) {
  const [wanted, setWanted] = useState('')
  if (keys.length === 0) return <p class="muted">{t.noKeys}</p>
  const found = keys.filter((key) => toText(key).includes(wanted.trim().toLowerCase()))
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  return (
    <>
      <div class="filter-line">
        <Entry label={t.keyFilter} value={wanted} onValue={setWanted} />
        <p class="quietly">{t.keysCount(whole(active.length), whole(keys.length))}</p>
      </div>
      {found.length === 0 && <p class="muted">{t.noRows}</p>}
      {found.length > 0 && (
        <DataTable label={t.keys} columns={t.keysColumns} rows={found.slice(0, maxShown).map(toRow)} />
      )}
    </>
  )
}

const toText = ({ label, owner, prefix, tier, origins, revokedAt }: Key): string =>
  [label, owner, prefix, tier, ...(origins ?? []), revokedAt ? t.keyStates.revoked : t.keyStates.active]
    .join(' ')
    .toLowerCase()

const toRow = (key: Key) => ({
  key: key.id,
  cells: [
    <span key="customer">
      <bdi>{key.label}</bdi>
      <br />
      <span class="muted">
        {t.keyOwner} <bdi>{key.owner}</bdi>
      </span>
    </span>,
    key.tier,
    <span key="prefix">
      <code>{key.prefix}</code>
      {key.origins?.map((origin) => (
        <span key={origin} class="muted">
          <br />
          {origin}
        </span>
      ))}
    </span>,
    key.lastUsedAt ? formatDate(key.lastUsedAt, 'en') : t.never,
    getState(key),
  ],
})

function getState({ revokedAt, endsAt }: Key): string {
  if (revokedAt) return `${t.keyStates.revoked} ${formatDate(revokedAt, 'en')}`
  return endsAt ? `${t.keyStates.ends} ${formatDate(endsAt, 'en')}` : t.keyStates.active
}
