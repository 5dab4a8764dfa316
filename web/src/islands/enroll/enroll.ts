import type { Enrollment } from '../../../../contract/schemas/enrollment.ts'
import { type Refusal, askService } from '../../browser/ask-service.ts'
import { enrollWords } from '../../words/enroll.ts'
import { pickWords } from '../../words/language.ts'
import { type Fault, walletFault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'
import { toFault } from '../schedule/schedule-field.tsx'
import { rememberEnrolled } from './own-enrollment.ts'

/** Where the launch is, or why there is none. */
export type Ended = { path: string } | { fault: Fault; scheduleFault?: Fault }

interface Wish {
  scoreId: string
  creatorAddress: string
  scheduledFor: Date | null
  sign: Sign
}

/** Has the creator's wallet sign the service's message, and enrolls with it. */
export async function enroll({ scoreId, creatorAddress, scheduledFor, sign }: Wish): Promise<Ended> {
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
