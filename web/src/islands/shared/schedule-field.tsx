import { checkSchedule } from '../../../../contract/check-schedule.ts'
import { editorWords } from '../../words/editor.ts'
import { formatDateTime, formatLocalDateTime } from '../../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'
import { FieldFault } from './form-parts.tsx'

/** The typed value: a local time as inputs of this kind write it; empty: no time. */
export type LocalTime = string

interface FieldProps {
  value: LocalTime
  onChange: (value: LocalTime) => void
  fault: Fault | undefined
}

/** The field for a launch's time in the reader's zone, which shows it in UTC too. */
export function ScheduleField({ value, onChange, fault }: FieldProps) {
  const t = useWords(editorWords)
  const at = toInstant(value)
  return (
    <div class="input-field">
      <label for="field-scheduledFor">
        {t.fields.scheduledFor} <span class="muted">({t.optional})</span>
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
        <button class="btn" type="button" disabled={value === ''} onClick={() => onChange('')}>
          {t.clearTime}
        </button>
      </div>
      <div class="field-words" id="field-scheduledFor-words" aria-live="polite">
        <FieldFault fault={fault} />
        {at ? <BothTimes at={at} /> : <p class="muted">{t.inYourZone(zoneName())}</p>}
      </div>
    </div>
  )
}

const BothTimes = ({ at }: { at: Date }) => {
  const t = useWords(editorWords)
  const language = useLanguage()
  return (
    <p class="muted">
      {formatLocalDateTime(at, language)} {t.yourTime}
      <br />
      {formatDateTime(at, language)}
    </p>
  )
}

/** `Europe/Berlin`. */
const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Null: nothing, or no time yet. */
export function toInstant(value: LocalTime): Date | null {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The fault that the service would report. */
export function scheduleFault(value: LocalTime): Fault | undefined {
  if (value === '') return undefined
  const at = toInstant(value)
  if (!at) return { words: pickWords(editorWords).dayAndHour }
  const checked = checkSchedule(at.toISOString(), new Date())
  return 'fault' in checked ? toFault(checked.fault) : undefined
}

/** The words for a message of the service's rules, such as `must be in the future`. */
export function toFault(fault: string): Fault {
  const known = pickWords(editorWords).faults[fault]
  return known === undefined ? { english: `It ${fault}.` } : { words: known }
}

export function toLocal(at: Date): LocalTime {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
