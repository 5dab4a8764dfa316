import { checkSchedule } from '../../page-rules.ts'
import { localTime, utcTime, zoneName } from '../../ui/local-time.ts'

/** What is typed: a local time as inputs of this kind write it; empty: no time. */
export type LocalTime = string

interface FieldProps {
  value: LocalTime
  onChange: (value: LocalTime) => void
  fault: string | undefined
}

/** A launch's time in the reader's own zone, said in UTC too; or none. */
export function ScheduleField({ value, onChange, fault }: FieldProps) {
  const at = toInstant(value)
  return (
    <div class="field scheduledFor">
      <label for="field-scheduledFor">
        Time of the launch<span class="note"> optional</span>
      </label>
      <div class="with-clear">
        <input
          id="field-scheduledFor"
          name="scheduledFor"
          type="datetime-local"
          value={value}
          min={toLocal(new Date())}
          aria-invalid={fault ? true : undefined}
          aria-describedby="field-scheduledFor-words"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <button class="quiet" type="button" disabled={value === ''} onClick={() => onChange('')}>
          No time
        </button>
      </div>
      <div class="field-words" id="field-scheduledFor-words" aria-live="polite">
        {fault && <p class="fault-words">{fault}</p>}
        <p class="note">{at ? toWords(at) : `In your zone, ${zoneName()}. Without one, the launch is unscheduled.`}</p>
      </div>
    </div>
  )
}

const toWords = (at: Date) => (
  <>
    {localTime(at)}
    <br />
    {utcTime(at)}
  </>
)

/** Null: nothing, or no time yet. */
export function toInstant(value: LocalTime): Date | null {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at
}

/** What the service would refuse of it, in a sentence. */
export function scheduleFault(value: LocalTime): string | undefined {
  if (value === '') return undefined
  const at = toInstant(value)
  if (!at) return 'Must be a day and an hour.'
  const checked = checkSchedule(at.toISOString(), new Date())
  return 'fault' in checked ? `It ${checked.fault}.` : undefined
}

/** As inputs of this kind write a time. */
export function toLocal(at: Date): LocalTime {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
