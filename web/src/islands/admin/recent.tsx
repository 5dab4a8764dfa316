import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AdminEnrollments, AdminScores } from '../../../../contract/schemas/admin.ts'
import type { Band, WarningCode } from '../../../../contract/schemas/score.ts'
import { BusyButton } from '../busy-button.tsx'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Alert, Entry, Pick } from '../../ui/console.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime, formatScore } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { usePages } from '../paging/use-pages.ts'
import { Ago } from './ago.tsx'
import { ask } from './ask.ts'

interface RecentProps {
  token: string
  /** Changes with each snapshot: the first rows are read again then, unless the operator has read on. */
  asOf: string
}

type Row = { key: string; cells: ComponentChildren[] }

/** The newest scores that match the filters. */
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

/** The newest enrollments that match the filters. */
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

interface ScoreProps {
  aggregate: number
  band: Band
  warnings: WarningCode[]
  hasStubs?: boolean
}

/** A critical warning stands before the band. */
const Score = ({ aggregate, band, warnings, hasStubs = false }: ScoreProps) => (
  <>
    {formatScore(aggregate)} <CriticalChip codes={warnings} /> <BandChip band={band} hasStubs={hasStubs} />
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
