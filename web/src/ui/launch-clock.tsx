import type { LaunchPhase } from '../../../contract/props/launch.ts'
import { formatDateTime, formatLocalDateTime } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { Island } from './island.tsx'
import { type Unit, toCells } from './to-cells.ts'

export interface Plan {
  phase: LaunchPhase
  scheduledFor: string | null
  /** Of a launch that has happened. */
  launchedAt?: string | null
  /** The last announced time that is not the present one. */
  movedFrom: string | null
  now: string
  /** Of the document, once the time has come. */
  liveTitle?: string
  /** A browser renders it, whose clock tells the local time. */
  isLocal?: boolean
}

/** The words of the clock's module, in the page's language. */
export interface ClockWords {
  units: Record<Unit, string>
  live: string
  liveNote: string
  /** Of the document, once the time has come; null: it stays. */
  liveTitle: string | null
}

/** When a launch is to be, or when it was: by the viewer's clock where a script can tell, and in UTC for everybody. */
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

/** The module puts the local time first. */
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
