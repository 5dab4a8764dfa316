import { isCriticalLead } from '../../../contract/lead.ts'
import type { Ticket } from '../../../contract/props/lists.ts'
import { LeadChip } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { Picture } from '../ui/picture.tsx'
import { LoadMore } from '../ui/score-table.tsx'
import { formatDateTime, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { describeDay, formatClock, formatUntil, launchDayWords, toDay } from '../words/launch-days.ts'

interface LaunchDaysProps {
  tickets: Ticket[]
  now: string
  next: string | null
  /** Nobody can be reminded of them any more. */
  isPast: boolean
}

/** Launches by day, in UTC; the island shows the days and times of the browser's zone. */
export function LaunchDays({ tickets, now, next, isPast }: LaunchDaysProps) {
  const days = Map.groupBy(tickets, ({ scheduledFor }) => toDay(scheduledFor ?? now, 'UTC'))
  const list = (
    <Island name="launch-days" class={isPast ? 'launch-days past' : 'launch-days'} props={{ now }}>
      {[...days].map(([day, launches]) => (
        <Day key={day} day={day} tickets={launches} now={now} />
      ))}
    </Island>
  )
  if (next === null) return list
  return (
    <Island name="load-more">
      {list}
      <LoadMore href={next} />
    </Island>
  )
}

const Day = ({ day, tickets, now }: { day: string; tickets: Ticket[]; now: string }) => {
  const { title, date } = describeDay(day, { now, language: useLanguage(), timeZone: 'UTC' })
  return (
    <section class="day">
      <h2>
        {title} <span class="muted">{date}</span>
      </h2>
      <ul class="card">
        {tickets.map((ticket) => (
          <Plan key={ticket.scoreId} ticket={ticket} now={now} />
        ))}
      </ul>
    </section>
  )
}

/** Nobody is reminded of a launch that the page warns of. */
const Plan = ({ ticket, now }: { ticket: Ticket; now: string }) => {
  const t = useWords(launchDayWords)
  const language = useLanguage()
  const { scoreId, enrollmentId, name, symbol, aggregate, scheduledFor } = ticket
  const at = scheduledFor ?? now
  const href = enrollmentId === null ? `/score/${scoreId}` : `/launch/${enrollmentId}`
  const isBad = isCriticalLead(ticket)
  return (
    <li class={isBad ? 'plan bad' : 'plan'}>
      <time class="clock" dateTime={at} title={formatDateTime(at, language)}>
        {formatClock(at, language, 'UTC')}
      </time>
      <Picture scoreId={scoreId} side={44} isLazy />
      <a class="row-link" href={href}>
        <bdi>{name}</bdi> <bdi class="muted">${symbol}</bdi>
      </a>
      <span class="number">{formatScore(aggregate)}</span>
      <span class="verdict">
        <LeadChip {...ticket} />
      </span>
      <span class="left">{formatUntil(at, now, language)}</span>
      {at > now && !isBad && enrollmentId !== null && (
        <span class="acts">
          <a class="btn ico" href={`${href}#remind`} aria-label={t.remind(name)} title={t.remind(name)}>
            <Icon name="bell" />
          </a>
          <a class="btn ico file" href={`${href}/calendar.ics`} aria-label={t.calendar(name)} title={t.calendar(name)}>
            <Icon name="calendar" />
          </a>
        </span>
      )}
    </li>
  )
}
