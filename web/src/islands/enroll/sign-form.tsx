import { useEffect, useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import { keepInTab, recallFromTab } from '../../browser/tab-storage.ts'
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
  const key = `launch-time ${scoreId}`
  const [time, setTime] = useState<LocalTime>(() => recallFromTab(key) ?? '')
  const [startsOpen] = useState(time !== '')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [refused, setRefused] = useState<Fault>()
  useReloadOnReturn(isBusy)

  const settle = (ended: Ended) => {
    if ('path' in ended) {
      keepInTab(key, null)
      return location.assign(keepLanguage(ended.path))
    }
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
    keepInTab(key, value)
    setRefused(undefined)
  }

  return (
    <form class="sign-form" onSubmit={send} noValidate aria-label={t.heading}>
      <BusyButton class="btn pri wide" type="submit" isBusy={isBusy}>
        {t.sign}
      </BusyButton>
      {isBusy ? <Asking /> : <p class="muted meta">{t.free}</p>}
      <FaultNote fault={fault} title={t.notEnrolled} />
      <details class="time-too" open={startsOpen}>
        <summary>
          {t.setTime} <span class="muted">({t.optional})</span>
        </summary>
        <ScheduleField value={time} onChange={change} fault={refused ?? scheduleFault(time)} />
      </details>
    </form>
  )
}

/** A page that the browser kept while the launch was shown would wait for ever, and doesn't know that it is enrolled. */
function useReloadOnReturn(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [isBusy])
}
