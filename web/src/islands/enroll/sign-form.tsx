import { useState } from 'preact/hooks'
import { type LocalTime, ScheduleField, toInstant, scheduleFault } from '../schedule/schedule-field.tsx'
import { Asking, Fault, type Sign } from '../wallet/wallet-gate.tsx'
import { type Ended, enroll } from './enroll.ts'
import type { EnrollingProps } from './enroll-flow.tsx'

/** When it is to be, and the button that has it signed. */
export function SignForm({ scoreId, creatorAddress, sign }: EnrollingProps & { sign: Sign }) {
  const [time, setTime] = useState<LocalTime>('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [refused, setRefused] = useState<string>()

  const settle = (ended: Ended) => {
    if ('path' in ended) return location.assign(ended.path)
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
    <form class="sheet-part" onSubmit={send} noValidate aria-label="Enroll this score">
      <ScheduleField value={time} onChange={change} fault={refused ?? scheduleFault(time)} />
      <p class="actions">
        <button class="button" type="submit" disabled={isBusy}>
          Sign and enroll
        </button>
        {isBusy ? <Asking /> : <span class="note">One signature. No transaction, nothing to pay.</span>}
      </p>
      <Fault words={fault} title="Not enrolled" />
    </form>
  )
}
