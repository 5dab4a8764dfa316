import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AdminEnrollments, AdminScores } from '../../../../contract/schemas/admin.ts'
import type { FailingWebhooks } from '../../../../contract/schemas/failing-webhook.ts'
import type { LimitedCallerList } from '../../../../contract/schemas/operations.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { Address } from '../../ui/address.tsx'
import { Chip, LeadChip } from '../../ui/chips.tsx'
import { Alert, Entry, Pick } from '../../ui/console.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { usePages } from '../shared/use-pages.ts'
import { ask } from './service.ts'
import { whole } from './numbers.ts'

interface RecentProps {
  token: string
  /** The time of the snapshot. When it changes, the list reloads unless the operator has loaded more rows. */
  asOf: string
}

type Row = { key: string; cells: ComponentChildren[] }

export const RecentScores = ({ token, asOf }: RecentProps) => (
  <Recent
    token={token}
    asOf={asOf}
    path="scores"
    label={t.scores}
    more={t.moreScores}
    columns={t.scoresColumns}
    hasConfidence
    toRows={({ scores }: AdminScores) =>
      scores.map((row) => ({
        key: row.scoreId,
        cells: [
          <Launch key="launch" {...row} href={`/score/${row.scoreId}`} />,
          <Score key="score" {...row} hasStubs={row.hasStubs} />,
          <Address key="creator" address={row.creatorAddress} href={`/creator/${row.creatorAddress}`} isBare />,
          [
            row.promptVersion,
            ...(row.rescoredFrom ? [t.rescore] : []),
            ...(row.enrollmentId ? [t.enrolled] : []),
            ...(row.hiddenReason ? [t.takenDown] : []),
          ].join(' · '),
          <Ago key="made" at={row.createdAt} now={asOf} />,
        ],
      }))
    }
  />
)

export const RecentEnrollments = ({ token, asOf }: RecentProps) => (
  <Recent
    token={token}
    asOf={asOf}
    path="enrollments"
    label={t.enrollments}
    more={t.moreEnrollments}
    columns={t.enrollmentsColumns}
    toRows={({ enrollments }: AdminEnrollments) =>
      enrollments.map((row) => ({
        key: row.enrollmentId,
        cells: [
          <Launch key="launch" {...row} href={`/launch/${row.enrollmentId}`} />,
          <Score key="score" {...row} />,
          <Address key="creator" address={row.creatorAddress} href={`/creator/${row.creatorAddress}`} isBare />,
          [
            t.signedBy[row.verifiedBy],
            ...(row.scheduledFor ? [`${t.launches} ${formatDateTime(row.scheduledFor, 'en')}`] : []),
            ...(row.hiddenReason ? [t.takenDown] : []),
          ].join(' · '),
          <Ago key="enrolled" at={row.enrolledAt} now={asOf} />,
        ],
      }))
    }
  />
)

const Launch = ({ name, symbol, href }: { name: string; symbol: string; href: string }) => (
  <a href={href}>
    <bdi>{name}</bdi> <bdi>${symbol}</bdi>
  </a>
)

type AdminScore = AdminScores['scores'][number]
type ScoreProps = Pick<AdminScore, 'aggregate' | 'band' | 'warnings'> & Partial<Pick<AdminScore, 'hasStubs'>>

const Score = ({ aggregate, band, warnings, hasStubs = false }: ScoreProps) => (
  <>
    {formatScore(aggregate)} <LeadChip outcome={null} warnings={warnings} band={band} hasStubs={hasStubs} />
  </>
)

interface ListProps<Page> extends RecentProps {
  path: string
  label: string
  more: string
  columns: readonly string[]
  hasConfidence?: boolean
  toRows: (page: Page) => Row[]
}

const rowsAtOnce = 10

/** A list of the API with its filters. */
function Recent<Page extends { nextCursor: string | null }>(props: ListProps<Page>) {
  const { token, asOf, path, label, more, columns, hasConfidence = false, toRows } = props
  const [filters, setFilters] = useState<Record<string, string>>({})
  const { pages, problem, isBusy, load } = usePages<Page>((cursor) => {
    const query = new URLSearchParams({ limit: String(rowsAtOnce), ...filters, ...(cursor && { cursor }) })
    return ask<Page>(token, `${path}?${query.toString()}`)
  })
  useEffect(() => void load([]), [filters])
  useEffect(() => {
    if (pages?.length === 1 && !isBusy) void load([])
  }, [asOf])
  const rows = (pages ?? []).flatMap(toRows)
  const hasMore = pages?.at(-1)?.nextCursor != null
  return (
    <>
      <Filters hasConfidence={hasConfidence} onFilters={setFilters} />
      <div role="alert">{problem && <Alert title={problem} />}</div>
      {rows.length > 0 && <DataTable label={label} columns={columns} rows={rows} />}
      {rows.length === 0 && pages !== null && <p class="muted">{t.noRows}</p>}
      {pages === null && <p class="muted">{t.loading}</p>}
      {hasMore && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void load(pages ?? [])}>
            {more}
          </BusyButton>
        </p>
      )}
    </>
  )
}

interface FiltersProps {
  hasConfidence: boolean
  onFilters: (filters: Record<string, string>) => void
}

function Filters({ hasConfidence, onFilters }: FiltersProps) {
  const [band, setBand] = useState('')
  const [confidence, setConfidence] = useState('')
  const [creator, setCreator] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    const given = { band, confidence, creatorAddress: creator.trim() }
    onFilters(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')))
  }
  return (
    <form class="filter-line" onSubmit={submit}>
      <Pick label={t.band} value={band} options={{ '': t.all, ...t.bands }} onValue={setBand} />
      {hasConfidence && (
        <Pick
          label={t.confidence}
          value={confidence}
          options={{ '': t.all, ...t.confidences }}
          onValue={setConfidence}
        />
      )}
      <Entry label={t.creator} value={creator} onValue={setCreator} placeholder="0x…" />
      <button class="btn" type="submit">
        {t.filter}
      </button>
    </form>
  )
}

/** The subscriptions whose deliveries fail. */
export const FailingEndpoints = ({ webhooks, hasMore, asOf }: FailingWebhooks) =>
  webhooks.length === 0 ? (
    <p class="muted">{t.noFailing}</p>
  ) : (
    <>
      <DataTable
        label={t.failing}
        columns={t.failingColumns}
        rows={webhooks.map((row) => ({
          key: row.id,
          cells: [
            <bdi key="endpoint">{row.endpoint}</bdi>,
            <span key="key">
              <bdi>{row.keyLabel ?? t.none}</bdi> <code class="muted">{row.keyPrefix}</code>
            </span>,
            <Ago key="since" at={row.failingSince} now={asOf} />,
            <Chip key="state" tone={row.active ? 'plain' : 'crit'}>
              {t.failingStates[getState(row)]}
            </Chip>,
          ],
        }))}
      />
      {hasMore && <p class="muted">{t.moreFailing}</p>}
    </>
  )

function getState({ active, pausedUntil }: FailingWebhooks['webhooks'][number]): keyof typeof t.failingStates {
  if (!active) return 'stopped'
  return pausedUntil === null ? 'retrying' : 'paused'
}

/** The callers that rate limits refuse most often. */
export const LimitedCallers = ({ callers, asOf }: LimitedCallerList) =>
  callers.length === 0 ? (
    <p class="muted">{t.noLimited}</p>
  ) : (
    <DataTable
      label={t.limited}
      columns={t.limitedColumns}
      rows={callers.map(({ caller, policy, refused, lastAt }) => ({
        key: caller,
        cells: [<code key="caller">{caller}</code>, policy, whole(refused), <Ago key="last" at={lastAt} now={asOf} />],
      }))}
    />
  )

/** `2 hours ago`, with the time in UTC in its title. */
const Ago = ({ at, now }: { at: string; now: string }) => (
  <time dateTime={at} title={formatDateTime(at, 'en')}>
    {formatAge(at, now, 'en')}
  </time>
)
