import type { LaunchPhase } from '../../../contract/props/launch.ts'
import { dayMs } from '../../../contract/time.ts'
import { formatDate, formatDateTime, formatLocalDateTime, plural } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { Island } from './island.tsx'
import { type Unit, formatCells, formatUtcBeside, splitSpan } from './split-span.ts'

export interface Plan {
  phase: LaunchPhase
  scheduledFor: string | null
  /** When the launch happened. */
  launchedAt?: string | null
  /** The last announced time that is not the present one. */
  movedFrom: string | null
  now: string
  /** A critical warning or a bad outcome: nothing counts down to it. */
  isWarned?: boolean
  /** What became of the launch is known, so that hours don't matter any more. */
  isDecided?: boolean
  /** The title of the document when the time has come. */
  liveTitle?: string
  /** Rendered in a browser, which knows the local time. */
  isLocal?: boolean
}

/** The words of the clock's module, in the page's language. */
export interface ClockWords {
  units: Record<Unit, string>
  liveFor: string
  announced: string
  /** The title of the document when the time has come; null: it stays. */
  liveTitle: string | null
}

/** The time of a launch, first in the reader's zone where scripts run, and how long it is until then or since. */
export const LaunchClock = (plan: Plan) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const { phase, now, isWarned = false } = plan
  const at = phase === 'launched' ? (plan.launchedAt ?? null) : plan.scheduledFor
  if (at === null)
    return (
      <div class={`launch-clock ${phase}`}>
        <Heading {...plan} />
        <Moved {...plan} />
        {phase === 'unscheduled' && <p class="muted">{t.noTime}</p>}
      </div>
    )
  if (phase === 'launched' && (isWarned || plan.isDecided)) return <Launched at={at} {...plan} />
  const words: ClockWords = {
    units: t.units,
    liveFor: t.liveFor,
    announced: t.announced,
    liveTitle: plan.liveTitle ?? null,
  }
  const counts = !isWarned && phase === 'scheduled'
  return (
    <Island name="countdown" class={`launch-clock ${isWarned ? 'warned' : phase}`} props={{ at, now, words, language }}>
      <Heading {...plan} />
      {counts && <Digits leftMs={Date.parse(at) - Date.parse(now)} />}
      <When at={at} before={toBefore(plan, t)} isLocal={plan.isLocal} />
      <Moved {...plan} />
    </Island>
  )
}

/** What stands before the time. A reader without scripts has no digits, so the heading leads to the time. */
function toBefore({ phase, isWarned = false }: Plan, t: { announced: string; since: string }) {
  if (phase === 'scheduled') return isWarned ? t.announced : null
  return phase === 'launched' ? t.since : t.announced
}

/** `Live since 21 Aug 2026, 98 days`. */
const Launched = ({ at, now, isWarned = false }: Plan & { at: string }) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / dayMs)
  return (
    <p class="launched">
      {isWarned ? t.launched : t.liveSince}{' '}
      <time dateTime={at}>{isWarned ? formatDateTime(at, language) : formatDate(at, language)}</time>
      {!isWarned && `, ${plural(language, days, t.days)}`}
    </p>
  )
}

const Heading = ({ phase, scheduledFor, launchedAt, now, isWarned = false }: Plan) => {
  const t = useWords(launchWords)
  if (isWarned && phase !== 'unscheduled' && phase !== 'withdrawn') return null
  if (phase === 'scheduled')
    return (
      <h2 class="state">
        <span class="needs-script">{t.states.scheduled}</span>
        <span class="without-script">{t.launches}</span>
      </h2>
    )
  if (phase !== 'live' && phase !== 'launched') return <h2 class="state">{t.states[phase]}</h2>
  const since = (phase === 'launched' ? launchedAt : scheduledFor) ?? now
  return <LiveFor sinceMs={Date.parse(now) - Date.parse(since)} />
}

const LiveFor = ({ sinceMs }: { sinceMs: number }) => {
  const t = useWords(launchWords)
  return (
    <h2 class="state">
      <span class="chip live">{t.liveFor.replace('#', formatCells(splitSpan(sinceMs, 2), t.units))}</span>
    </h2>
  )
}

const Digits = ({ leftMs }: { leftMs: number }) => {
  const t = useWords(launchWords)
  return (
    <p class="clock needs-script" role="timer">
      {splitSpan(leftMs, 3).map(({ unit, count }) => (
        <span key={unit} class="cell">
          <span class="digits">{count}</span> <span class="unit">{t.units[unit]}</span>
        </span>
      ))}
    </p>
  )
}

interface WhenProps {
  at: string
  before: string | null
  isLocal: boolean | undefined
}

/** Room is kept for what the browser adds. */
const When = ({ at, before, isLocal = false }: WhenProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const utc = isLocal ? formatUtcBeside(at, language) : formatDateTime(at, language).split(/[ ,]+/).slice(-2).join(' ')
  return (
    <p class="when">
      <span class="before">{before}</span>{' '}
      <time dateTime={at}>{isLocal ? formatLocalDateTime(at, language) : formatDateTime(at, language)}</time>{' '}
      <span class="yours needs-script" data-waiting={!isLocal || undefined}>
        {t.yourTime} <span class="utc">· {utc}</span>
      </span>
    </p>
  )
}

const Moved = ({ phase, movedFrom }: Plan) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  if (movedFrom === null || phase === 'launched') return null
  const when = formatDateTime(movedFrom, language)
  return (
    <p class="moved">
      <span class="chip">{phase === 'withdrawn' ? t.was(when) : t.movedFrom(when)}</span>
    </p>
  )
}
