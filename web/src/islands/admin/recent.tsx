import { useState } from 'preact/hooks'
import type { AdminEnrollments, AdminScores } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Time } from '../../ui/time.tsx'
import { WarningChip } from '../../ui/warning.tsx'
import { points } from '../../ui/words.ts'
import { type Asked, ask } from './ask.ts'
import { rowsAtOnce } from './look.ts'

interface Rows<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** The newest scores, and with a press the ones before. */
export const RecentScores = ({ token, first }: { token: string; first: AdminScores }) => (
  <Recent
    what="scores"
    first={{ rows: first.scores, nextCursor: first.nextCursor }}
    ask={async (cursor) => {
      const page = await ask<AdminScores>(token, `scores?limit=${rowsAtOnce}&cursor=${cursor}`)
      return mapped(page, ({ scores, nextCursor }) => ({ rows: scores, nextCursor }))
    }}
    Row={(row) => (
      <Line key={row.scoreId} {...row} isPreliminary={row.hasStubs} href={`/score/${row.scoreId}`} at={row.createdAt}>
        {[
          row.promptVersion,
          ...(row.rescoredFrom ? ['re-score'] : []),
          ...(row.enrollmentId ? ['enrolled'] : []),
          ...(row.hiddenReason ? ['taken down'] : []),
        ].join(', ')}
      </Line>
    )}
  />
)

/** The newest enrollments, and with a press the ones before. */
export const RecentEnrollments = ({ token, first }: { token: string; first: AdminEnrollments }) => (
  <Recent
    what="enrollments"
    first={{ rows: first.enrollments, nextCursor: first.nextCursor }}
    ask={async (cursor) => {
      const page = await ask<AdminEnrollments>(token, `enrollments?limit=${rowsAtOnce}&cursor=${cursor}`)
      return mapped(page, ({ enrollments, nextCursor }) => ({ rows: enrollments, nextCursor }))
    }}
    Row={(row) => (
      <Line key={row.enrollmentId} {...row} href={`/launch/${row.enrollmentId}`} at={row.enrolledAt}>
        signed by {row.verifiedBy === 'key' ? 'the wallet’s key' : 'the wallet’s contract'}
        {row.scheduledFor && (
          <>
            , planned for <Time at={row.scheduledFor} />
          </>
        )}
      </Line>
    )}
  />
)

const mapped = <T, Row>(asked: Asked<T>, getRows: (response: T) => Rows<Row>): Asked<Rows<Row>> =>
  'response' in asked ? { response: getRows(asked.response) } : asked

interface RecentProps<Row> {
  what: string
  first: Rows<Row>
  ask: (cursor: string) => Promise<Asked<Rows<Row>>>
  Row: (row: Row) => preact.VNode
}

function Recent<Row>({ what, first, ask: askFor, Row }: RecentProps<Row>) {
  const [shown, setShown] = useState(first)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { nextCursor } = shown
  const more = async (cursor: string) => {
    setBusy(true)
    const page = await askFor(cursor)
    setBusy(false)
    setProblem('refusal' in page ? page.refusal.message : '')
    if ('response' in page) setShown({ ...page.response, rows: [...shown.rows, ...page.response.rows] })
  }
  if (shown.rows.length === 0) return <p>There are no {what} yet.</p>
  return (
    <>
      <ol class="lines">{shown.rows.map((row) => Row(row))}</ol>
      <p class="fault-words" role="alert">
        {problem}
      </p>
      {nextCursor && (
        <p>
          <button class="button secondary" type="button" disabled={isBusy} onClick={() => void more(nextCursor)}>
            {isBusy ? 'Asking …' : `Older ${what}`}
          </button>
        </p>
      )}
    </>
  )
}

type Subject = Pick<
  AdminScores['scores'][number],
  'name' | 'symbol' | 'creatorAddress' | 'aggregate' | 'band' | 'warnings'
>

interface LineProps extends Subject {
  isPreliminary?: boolean
  href: string
  at: string
  children: preact.ComponentChildren
}

const Line = ({
  name,
  symbol,
  creatorAddress,
  aggregate,
  band,
  warnings,
  isPreliminary = false,
  href,
  at,
  children,
}: LineProps) => (
  <li>
    <div class="who">
      <WarningChip codes={warnings} />
      <a class="launch-name" href={href}>
        <bdi>{name}</bdi>{' '}
        <span class="ticker">
          $<bdi>{symbol}</bdi>
        </span>
      </a>
      <p class="note meta">
        <Address address={creatorAddress} href={`/creator/${creatorAddress}`} isBare />
        <Time at={at} />
      </p>
      <p class="note">{children}</p>
    </div>
    <div class="mark-of">
      <span class="figure">{points(aggregate)}</span>
      <BandChip band={band} isPreliminary={isPreliminary} />
    </div>
  </li>
)
