import { isCriticalLead } from '../../../contract/lead.ts'
import type { Language } from '../../../contract/props/site.ts'
import type { Ticket } from '../../../contract/props/lists.ts'
import { toBand } from '../../../contract/bands.ts'
import { formatAge, formatDateTime, formatList, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTableWords } from '../words/score-table.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { Address } from './address.tsx'
import { Icon } from './icon.tsx'
import { Island } from './island.tsx'
import { listChains } from './chains.ts'
import { ChainName, LeadChip } from './chips.tsx'
import { Picture } from './picture.tsx'

interface ScoreTableProps {
  tickets: Ticket[]
  now: string
  /** For screen readers: what the rows are. */
  label: string
  /** Numbers the rows from here. A row with a critical warning or a bad outcome has none. */
  firstPlace?: number
  /** Rows lead to the launch page, where there is one. */
  leadsToLaunch?: boolean
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

function Rows({ tickets, now, label, firstPlace, leadsToLaunch = false }: Omit<ScoreTableProps, 'next'>) {
  const t = useWords(scoreTableWords)
  const isNumbered = firstPlace !== undefined
  const heads = [t.launch, t.score, t.band, t.signals, t.creator, t.launchTime, t.scored]
  return (
    <table class={`score-table card${isNumbered ? ' numbered' : ''}`} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {isNumbered && (
            <th class="place" role="columnheader" scope="col">
              <span aria-hidden="true">#</span>
              <span class="unseen">{t.place}</span>
            </th>
          )}
          {heads.map((head, at) => (
            <th key={at} class={columns[at]} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {tickets.map((ticket, index) => (
          <Row
            key={ticket.scoreId}
            ticket={ticket}
            now={now}
            place={isNumbered ? firstPlace + index : undefined}
            leadsToLaunch={leadsToLaunch}
          />
        ))}
      </tbody>
    </table>
  )
}

const columns = ['launch', 'number', 'band', 'signals', 'creator', 'time', 'age']

interface RowProps {
  ticket: Ticket
  now: string
  place: number | undefined
  leadsToLaunch: boolean
}

function Row({ ticket, now, place, leadsToLaunch }: RowProps) {
  const t = useWords(scoreTableWords)
  const language = useLanguage()
  const { scoreId, enrollmentId, creatorAddress, isSigned, isCopy, createdAt, hasStubs } = ticket
  const isOnSeveral = listChains().length > 0
  const launchTime = ticket.launchedAt ?? ticket.scheduledFor
  const href = leadsToLaunch && enrollmentId ? `/launch/${enrollmentId}` : `/score/${scoreId}`
  return (
    <tr role="row">
      {place !== undefined && (
        <td class="place" role="cell">
          {!isCriticalLead(ticket) && place}
        </td>
      )}
      <td class="launch" role="cell">
        <Picture scoreId={scoreId} side={38} isLazy />
        <div class="names">
          <a class="row-link" href={href} title={describeTimes(ticket, t, language)}>
            <bdi>{ticket.name}</bdi>
          </a>
          <span class="ticker">
            <bdi>${ticket.symbol}</bdi>
            <small>
              {isOnSeveral && (
                <>
                  <ChainName chainId={ticket.chainId} /> ·{' '}
                </>
              )}
              {isCopy && <span title={t.copyOf}>{t.copy} · </span>}
              {isSigned && <Signed title={t.signed} />}
              <Age at={(leadsToLaunch && launchTime) || createdAt} now={now} />
            </small>
          </span>
        </div>
      </td>
      <td class={hasStubs ? 'number unsure' : 'number'} role="cell">
        {formatScore(ticket.aggregate)}
      </td>
      <td class="band" role="cell">
        <LeadChip {...ticket} />
      </td>
      <td class="signals" role="cell">
        <Spark signals={ticket.signals} />
      </td>
      <td class="creator" role="cell">
        <Address address={creatorAddress} isBare />
        {isSigned && <Signed title={t.signed} />}
      </td>
      <td class="time" role="cell">
        <LaunchTime at={launchTime} now={now} />
      </td>
      <td class="age" role="cell">
        <Age at={createdAt} now={now} />
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

function Age({ at, now }: { at: string; now: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} title={formatDateTime(at, language)}>
      {formatAge(at, now, language, 'narrow')}
    </time>
  )
}

function LaunchTime({ at, now }: { at: string | null; now: string }) {
  const t = useWords(scoreTableWords)
  if (at !== null) return <Age at={at} now={now} />
  return (
    <>
      <span aria-hidden="true">—</span>
      <span class="unseen">{t.noLaunchTime}</span>
    </>
  )
}

/** A link to the next page, which the island turns into a button that appends it. */
function LoadMore({ href }: { href: string }) {
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

const [height, least, width, step] = [22, 4, 9, 12]

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
