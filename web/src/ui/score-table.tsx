import { toBand } from '../../../contract/bands.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { Ticket } from '../../../contract/props/lists.ts'
import type { Language } from '../../../contract/props/site.ts'
import { formatDate, formatDateTime, formatList, formatNumber, formatScore, plural } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { formatSinceLaunch, formatUntil } from '../words/launch-days.ts'
import { scoreTableWords } from '../words/score-table.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { listChains } from './chains.ts'
import { ChainName, LeadChip } from './chips.tsx'
import { Icon } from './icon.tsx'
import { Island } from './island.tsx'
import { Picture } from './picture.tsx'

/** The same list by another column; the present order has a direction. */
export interface ColumnOrder {
  href: string
  direction?: 'ascending' | 'descending'
}

interface ScoreTableProps {
  tickets: Ticket[]
  now: string
  /** For screen readers: what the rows are. */
  label: string
  /** Numbers the rows from here. A row with a critical warning or a bad outcome has no number. */
  firstPlace?: number
  /** Rows lead to the launch page, where there is one. */
  leadsToLaunch?: boolean
  /** All rows are of one creator, of whom the page says the rest. */
  isOfOneCreator?: boolean
  /** The columns by which the list can be ordered. */
  orders?: { score?: ColumnOrder; time?: ColumnOrder; age?: ColumnOrder }
  /** Rows below the line, which no score can raise, and where all of them are. */
  below?: { tickets: Ticket[]; href: string }
  /** Where the list continues; null: it ends. */
  next?: string | null
}

/**
 * Scores as rows: a table on wide screens, cards on narrow ones. Each row is one link. Explicit roles keep it a table
 * for screen readers in both layouts.
 */
export function ScoreTable({ next = null, ...rows }: ScoreTableProps) {
  if (next === null) return <Rows {...rows} />
  return (
    <Island name="load-more">
      <Rows {...rows} />
      <LoadMore href={next} />
    </Island>
  )
}

const columns = ['token', 'number', 'verdict', 'signals', 'creator', 'time', 'age'] as const

function Rows(props: ScoreTableProps) {
  const { tickets, now, label, firstPlace, orders = {}, below, leadsToLaunch = false, isOfOneCreator = false } = props
  const t = useWords(scoreTableWords)
  const isNumbered = firstPlace !== undefined
  const titles = [t.token, t.score, t.verdict, t.signals, t.creator, t.launchTime, t.scored]
  const row = { now, leadsToLaunch, isOfOneCreator }
  const orderOf: Record<string, ColumnOrder | undefined> = {
    number: orders.score,
    time: orders.time,
    age: orders.age,
  }
  return (
    <table
      class={`score-table card${isNumbered ? ' numbered' : ''}${isOfOneCreator ? ' of-one' : ''}`}
      role="table"
      aria-label={label}
    >
      <thead role="rowgroup">
        <tr role="row">
          {isNumbered && (
            <th class="place" role="columnheader" scope="col">
              <span aria-hidden="true">#</span>
              <span class="unseen">{t.place}</span>
            </th>
          )}
          {columns.map(
            (column, at) =>
              !(isOfOneCreator && column === 'creator') && (
                <Head key={column} column={column} title={titles[at] ?? ''} order={orderOf[column]} />
              ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {tickets.map((ticket, index) => (
          <Row key={ticket.scoreId} {...row} ticket={ticket} place={isNumbered ? firstPlace + index : undefined} />
        ))}
        {below && below.tickets.length > 0 && (
          <>
            <tr class="line" role="row">
              <td role="cell" colSpan={columns.length + 1}>
                <strong>{t.belowTheLine}</strong> {t.belowNote} <a href={below.href}>{t.allCritical}</a>
              </td>
            </tr>
            {below.tickets.map((ticket) => (
              <Row key={ticket.scoreId} {...row} ticket={ticket} place={isNumbered ? 0 : undefined} />
            ))}
          </>
        )}
      </tbody>
    </table>
  )
}

const Head = ({ column, title, order }: { column: string; title: string; order: ColumnOrder | undefined }) => (
  <th class={column} role="columnheader" scope="col" {...(order?.direction && { 'aria-sort': order.direction })}>
    {order ? (
      <a href={order.href} data-direction={order.direction}>
        {title}
      </a>
    ) : (
      title
    )}
  </th>
)

interface RowProps {
  ticket: Ticket
  now: string
  place: number | undefined
  leadsToLaunch: boolean
  isOfOneCreator: boolean
}

function Row({ ticket, now, place, leadsToLaunch, isOfOneCreator }: RowProps) {
  const t = useWords(scoreTableWords)
  const language = useLanguage()
  const { scoreId, enrollmentId, isSigned, isCopy, createdAt, hasStubs } = ticket
  const isOnSeveral = listChains().length > 0
  const href = leadsToLaunch && enrollmentId ? `/launch/${enrollmentId}` : `/score/${scoreId}`
  const isBad = isCriticalLead(ticket)
  return (
    <tr class={isBad ? 'bad' : undefined} role="row">
      {place !== undefined && (
        <td class="place" role="cell">
          {isBad ? <span aria-hidden="true">–</span> : place}
        </td>
      )}
      <td class="token" role="cell">
        <Picture scoreId={scoreId} side={44} isLazy />
        <div class="names">
          <a class="row-link" href={href} title={describeTimes(ticket, t, language)}>
            <bdi>{ticket.name}</bdi>
          </a>
          <span class="ticker">
            <bdi>${ticket.symbol}</bdi>
            {isSigned && <Signed title={t.signed} />}
            {isCopy && <span title={t.copyOf}>· {t.copy}</span>}
            {isOnSeveral && (
              <span>
                · <ChainName chainId={ticket.chainId} />
              </span>
            )}
          </span>
        </div>
      </td>
      <td class={hasStubs ? 'number unsure' : 'number'} role="cell">
        {formatScore(ticket.aggregate)}
      </td>
      <td class="verdict" role="cell">
        <LeadChip {...ticket} />
      </td>
      <td class="signals" role="cell">
        <Spark signals={ticket.signals} />
      </td>
      {!isOfOneCreator && (
        <td class="creator" role="cell">
          <EarlierLaunches {...ticket} />
        </td>
      )}
      <td class="time" role="cell">
        <LaunchTime ticket={ticket} now={now} />
      </td>
      <td class="age" role="cell">
        <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
          {formatUntil(createdAt, now, language)}
        </time>
      </td>
    </tr>
  )
}

/** The whole row is the link, so its title holds the times in UTC. */
const describeTimes = (
  { createdAt, scheduledFor, launchedAt }: Ticket,
  t: { scoredAt: Say; launchesAt: Say; launchedAt: Say },
  language: Language,
) =>
  [
    launchedAt && t.launchedAt(formatDateTime(launchedAt, language)),
    !launchedAt && scheduledFor && t.launchesAt(formatDateTime(scheduledFor, language)),
    t.scoredAt(formatDateTime(createdAt, language)),
  ]
    .filter(Boolean)
    .join(' · ')

type Say = (at: string) => string

const Signed = ({ title }: { title: string }) => (
  <span class="signed" title={title}>
    <Icon name="check" size={14} />
    <span class="unseen">{title}</span>
  </span>
)

/** What became of the creator's earlier launches. */
function EarlierLaunches({ creatorLaunches }: Pick<Ticket, 'creatorLaunches'>) {
  const t = useWords(scoreTableWords)
  const language = useLanguage()
  if (creatorLaunches === null) return <>{t.notKnown}</>
  const { launched, known, alive } = creatorLaunches
  const number = (n: number) => formatNumber(n, language)
  if (known > 0) return <>{t.alive(number(alive), number(known))}</>
  return <>{launched > 0 ? plural(language, launched, t.earlier) : t.noneBefore}</>
}

/** A planned time that has passed without a launch stays a date. */
function LaunchTime({ ticket: { launchedAt, scheduledFor }, now }: { ticket: Ticket; now: string }) {
  const t = useWords(scoreTableWords)
  const language = useLanguage()
  const at = launchedAt ?? scheduledFor
  if (at === null) return <span class="none">{t.noLaunchTime}</span>
  const isPast = at <= now
  return (
    <time dateTime={at} title={formatDateTime(at, language)}>
      {launchedAt && isPast && formatSinceLaunch(at, now, language)}
      {!isPast && formatUntil(at, now, language)}
      {!launchedAt && isPast && formatDate(at, language)}
    </time>
  )
}

/** A link to the next page, which the island turns into a button that appends it. */
export function LoadMore({ href }: { href: string }) {
  const t = useWords(scoreTableWords)
  return (
    <p class="load-more">
      <a class="btn" href={href} rel="next">
        {t.loadMore}
      </a>
      <span class="unseen" role="status" />
    </p>
  )
}

const [height, least, width, step] = [26, 4, 7, 10]

/** Signals as bars. A zero is a red sliver; a signal that isn't measured is an empty frame. */
export function Spark({ signals }: { signals: { name: string; score: number | null }[] }) {
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const spoken = signals.map(({ name, score }) => `${pickSignalTitle(name, language)} ${score ?? terms.notMeasured}`)
  const all = signals.length * step - 3
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${all} ${height}`}
      width={all}
      height={height}
      role="img"
      aria-label={formatList(spoken, language)}
    >
      {signals.map(({ name, score }, at) => (
        <Bar key={name} score={score} x={at * step} />
      ))}
    </svg>
  )
}

const Bar = ({ score, x }: { score: number | null; x: number }) => {
  if (score === null)
    return <rect class="unmeasured" x={x + 0.5} y="0.5" width={width - 1} height={height - 1} rx="2" />
  const tall = Math.max(least, Math.round((score / 100) * height))
  return <rect class={toBand(score * 100)} x={x} y={height - tall} width={width} height={tall} rx="2" />
}
