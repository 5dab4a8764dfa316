import type { LaunchPhase, LaunchProps } from '../../pages.ts'
import { Island } from '../../ui/island.tsx'
import { utcTime } from '../../ui/local-time.ts'

/** When the launch is to be, by the creator's word: in UTC for everybody, and by the reader's clock where that can be known. */
export const When = ({ launch, phase }: LaunchProps) => {
  const { scheduledFor } = launch.enrollment
  if (scheduledFor === null)
    return (
      <div class={`when ${phase}`}>
        <p class="phase">{phaseWords[phase]}</p>
        <p class="note">{phaseNotes[phase]}</p>
      </div>
    )
  return (
    <Island name="countdown" class={`when ${phase}`} props={{ scheduledFor }}>
      <p class="phase">{phaseWords[phase]}</p>
      {phase === 'scheduled' && <Clock />}
      <p class="when-utc">
        <time dateTime={scheduledFor}>{utcTime(new Date(scheduledFor))}</time>
      </p>
      <p class="note local-time needs-script">&nbsp;</p>
      <p class="note">{phaseNotes[phase]}</p>
    </Island>
  )
}

const phaseWords: Record<LaunchPhase, string> = {
  unscheduled: 'No time has been set',
  withdrawn: 'The announced time was taken back',
  scheduled: 'Launch planned for',
  live: 'The scheduled time is here',
  passed: 'The scheduled time has passed',
}

const phaseNotes: Record<LaunchPhase, string> = {
  unscheduled: 'The creator can name one here, by a signature.',
  withdrawn: 'The creator has called it off, or is looking for another time.',
  scheduled: 'The creator’s word. It can be changed, and each change is listed below.',
  live: 'That is the creator’s plan. Whether anything happened on a chain is not observed here.',
  passed: 'Whether the launch took place is not observed here.',
}

/** Filled by its module, in room that is kept for it. */
const Clock = () => (
  <p class="clock needs-script" role="timer">
    {['days', 'hours', 'minutes', 'seconds'].map((unit) => (
      <span key={unit} class="clock-cell">
        <span class={`clock-digits ${unit}`}>–</span> <span class="clock-unit">{unit}</span>
      </span>
    ))}
  </p>
)
