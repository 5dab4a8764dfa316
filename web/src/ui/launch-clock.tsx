import type { LaunchPhase } from '../../../contract/props/launch.ts'
import { formatDateTime, formatLocalDateTime } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { Island } from './island.tsx'
import { type Unit, toCells } from './to-cells.ts'

export interface Plan {
  phase: LaunchPhase
  scheduledFor: string | null
  /** When the launch happened. */
  launchedAt?: string | null
  /** The last announced time that is not the present one. */
  movedFrom: string | null
  now: string
  /** The title of the document when the time has come. */
  liveTitle?: string
  /** Rendered in a browser, which knows the local time. */
  isLocal?: boolean
}

/** The words of the clock's module, in the page's language. */
export interface ClockWords {
  units: Record<Unit, string>
  live: string
  liveNote: string
  /** The title of the document when the time has come; null: it stays. */
  liveTitle: string | null
}

/** The time of a launch, in UTC, and in the viewer's zone where scripts run. */
export const LaunchClock = (plan: Plan) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const { phase, now } = plan
  const at = phase === 'launched' ? (plan.launchedAt ?? null) : plan.scheduledFor
  const state = <Heading phase={phase} />
  const note = <p class="state-note">{t.stateNotes[phase]}</p>
  if (at === null)
    return (
      <div class={`launch-clock ${phase}`}>
        {state}
        <Moved {...plan} />
        {note}
      </div>
    )
  const words: ClockWords = {
    units: t.units,
    live: t.states.live,
    liveNote: t.stateNotes.live,
    liveTitle: plan.liveTitle ?? null,
  }
  return (
    <Island name="countdown" class={`launch-clock ${phase}`} props={{ scheduledFor: at, words, language }}>
      {state}
      {phase === 'scheduled' && <Digits leftMs={Date.parse(at) - Date.parse(now)} />}
      <Times at={at} isLocal={plan.isLocal} />
      <Moved {...plan} />
      {note}
    </Island>
  )
}

/** Without scripts there is no countdown, so the heading leads to the time below it. */
const Heading = ({ phase }: Pick<Plan, 'phase'>) => {
  const t = useWords(launchWords)
  if (phase !== 'scheduled') return <h2 class="state">{t.states[phase]}</h2>
  return (
    <h2 class="state">
      <span class="needs-script">{t.states.scheduled}</span>
      <span class="without-script">{t.launches}</span>
    </h2>
  )
}

const Digits = ({ leftMs }: { leftMs: number }) => {
  const t = useWords(launchWords)
  return (
    <p class="clock needs-script" role="timer">
      {toCells(leftMs).map(({ unit, count }) => (
        <span key={unit} class="cell">
          <span class="digits">{count}</span> <span class="unit">{t.units[unit]}</span>
        </span>
      ))}
    </p>
  )
}

const Times = ({ at, isLocal = false }: { at: string; isLocal: boolean | undefined }) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  return (
    <>
      <p class="time-first">
        <time dateTime={at}>{isLocal ? formatLocalDateTime(at, language) : formatDateTime(at, language)}</time>{' '}
        <span class="yours needs-script" data-waiting={!isLocal || undefined}>
          {t.yourTime}
        </span>
      </p>
      <p class="time-utc needs-script" data-waiting={!isLocal || undefined}>
        {formatDateTime(at, language)}
      </p>
    </>
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
