import { useEffect, useState } from 'preact/hooks'
import type { Enrollment } from '../../../../contract/schemas/enrollment.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { keepInTab, recallFromTab, rememberEnrolled } from '../../browser/tab-storage.ts'
import { enrollWords } from '../../words/enroll.ts'
import { keepLanguage, pickWords, useWords } from '../../words/language.ts'
import { type LocalTime, scheduleFault, ScheduleField, toFault, toInstant } from '../shared/schedule-field.tsx'
import { type Sign, Asking, FaultNote } from '../wallet/wallet-gate.tsx'
import { type Fault, walletFault } from '../wallet/sign.ts'
import { type Refusal, askService } from '../../browser/ask.ts'

export interface EnrollingProps {
  scoreId: string
  /** EIP-55. */
  creatorAddress: string
}

/** The button that asks for the signature, and the field for the launch's time. */
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

/** A page from the back/forward cache would stay busy and not know of the enrollment. */
function useReloadOnReturn(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [isBusy])
}

/** Where the launch is, or why there is none. */
type Ended = { path: string } | { fault: Fault; scheduleFault?: Fault }

interface Wish {
  scoreId: string
  creatorAddress: string
  scheduledFor: Date | null
  sign: Sign
}

/** Has the creator's wallet sign the service's message, and enrolls with it. */
async function enroll({ scoreId, creatorAddress, scheduledFor, sign }: Wish): Promise<Ended> {
  const query = new URLSearchParams({ scoreRequestId: scoreId, creatorAddress })
  const asked = await askService<{ message: string }>(`/v1/enroll/message?${query.toString()}`)
  if ('refusal' in asked) return { fault: { english: asked.refusal.message } }
  const signed = await sign(asked.body.message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ fault: walletFault(error) }),
  )
  if ('fault' in signed) return signed
  const body = { scoreRequestId: scoreId, creatorAddress, ...signed, scheduledFor: scheduledFor?.toISOString() ?? null }
  const enrolled = await askService<Enrollment>('/v1/enroll', { method: 'POST', body })
  if ('refusal' in enrolled) return endedBy(enrolled.refusal)
  const { enrollmentId } = enrolled.body
  rememberEnrolled(enrollmentId)
  return { path: `/launch/${enrollmentId}?new` }
}

function endedBy({ message, details }: Refusal): Ended {
  const schedule = details.find(({ path }) => path === 'scheduledFor')
  return schedule
    ? { fault: { words: pickWords(enrollWords).chooseTime }, scheduleFault: toFault(schedule.message) }
    : { fault: { english: message } }
}
