import { useState } from 'preact/hooks'
import { enrollWords } from '../../words/enroll.ts'
import { keepLanguage, useWords } from '../../words/language.ts'
import { type LocalTime, ScheduleField, toInstant, scheduleFault } from '../schedule/schedule-field.tsx'
import { Asking, FaultNote } from '../wallet/gate-parts.tsx'
import type { Fault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'
import { type Ended, enroll } from './enroll.ts'

export interface EnrollingProps {
  scoreId: string
  /** EIP-55. */
  creatorAddress: string
}

/** The button that has it signed, and the time for those who know it already. */
export function SignForm({ scoreId, creatorAddress, sign }: EnrollingProps & { sign: Sign }) {
  const t = useWords(enrollWords)
  const [time, setTime] = useState<LocalTime>('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [refused, setRefused] = useState<Fault>()

  const settle = (ended: Ended) => {
    if ('path' in ended) return location.assign(keepLanguage(ended.path))
    setBusy(false)
    setFault(ended.fault)
    setRefused(ended.scheduleFault)
  }
  const send = (event: Event) => {
    event.preventDefault()
    setFault(null)
    if (scheduleFault(time)) return document.getElementById('field-scheduledFor')?.focus()
    setBusy(true)
    void enroll({ scoreId, creatorAddress, scheduledFor: toInstant(time), sign }).then(settle)
  }
  const change = (value: LocalTime) => {
    setTime(value)
    setRefused(undefined)
  }

  return (
    <form class="sign-form" onSubmit={send} noValidate aria-label={t.heading}>
      <button class="btn pri wide" type="submit" disabled={isBusy}>
        {t.sign}
      </button>
      {isBusy ? <Asking /> : <p class="muted meta">{t.free}</p>}
      <FaultNote fault={fault} title={t.notEnrolled} />
      <details class="time-too">
        <summary>
          {t.setTime} <span class="muted">({t.optional})</span>
        </summary>
        <ScheduleField value={time} onChange={change} fault={refused ?? scheduleFault(time)} />
      </details>
    </form>
  )
}
