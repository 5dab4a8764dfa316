import type { Deps, Tx } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../platform/address.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { deadlineOf } from '../platform/http-answers.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { markSigned } from '../scoring/mark-signed.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { answeredEnrollment } from './answered-enrollment.ts'
import { checkSchedule } from './check-schedule.ts'
import { enrollmentMessage } from './message.ts'
import { setSchedule } from './schedule-launch.ts'
import { Enrollment, EnrollmentRequest } from './schemas.ts'
import { type Subject, findEnrollment, findSubject, insertEnrollment } from './store.ts'
import { type Signed, badSignature, findSigned } from './verify-signature.ts'

type EnrollDeps = Pick<Deps, 'config' | 'db' | 'chain' | 'clock' | 'random'>

/** POST /v1/enroll: a creator's wallet signs for a score. */
export function enrollRoute(app: App, deps: EnrollDeps) {
  const schema = {
    operationId: 'enroll',
    summary: 'Enroll a score by its creator’s signature',
    tags: ['enrollment'],
    body: ref(EnrollmentRequest),
    response: {
      200: answer(Enrollment, 'This creator had enrolled the score before; nothing is changed'),
      201: answer(Enrollment, 'The new enrollment'),
      ...errorAnswers(400, 401, 404, 409, 413, 415, 500, 502),
    },
  }
  app.post('/v1/enroll', { schema }, async (request, reply) => {
    const wish = wishOf(request.body, deps.clock.now())
    const { isNew, enrollment } = await enroll(deps, wish, deadlineOf(reply, deps.config.signatureDeadlineMs))
    return reply
      .code(isNew ? 201 : 200)
      .header('location', `/v1/enrollment/${enrollment.scoreRequestId}`)
      .send(enrollment)
  })
}

interface Wish {
  scoreId: string
  /** Lower case. */
  creatorAddress: string
  /** As the request wrote it. */
  writtenAddress: string
  signature: `0x${string}`
  scheduledFor: Date | null
}

function wishOf(body: EnrollmentRequest, now: Date): Wish {
  const { scoreRequestId, creatorAddress, signature, scheduledFor = null } = body
  const creator = parseAddress(creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  const schedule = scheduledFor === null ? { scheduledFor } : checkSchedule(scheduledFor, now)
  if ('fault' in schedule) throw badField('scheduledFor', schedule.fault)
  return {
    scoreId: scoreRequestId.toLowerCase(),
    creatorAddress: creator.address,
    writtenAddress: creatorAddress,
    signature,
    scheduledFor: schedule.scheduledFor,
  }
}

/**
 * Enrolls a score for the creator who signed for it, by the specification's seven rules in their order: the first one
 * owns it, the same one again gets the record there is.
 */
export async function enroll(
  deps: EnrollDeps,
  wish: Wish,
  signal: AbortSignal,
): Promise<{ isNew: boolean; enrollment: Enrollment }> {
  const signed = await checkSigned(deps, wish, signal)
  const subject = await findSubject(deps.db, wish.scoreId)
  if (!subject) throw new ApiError('not_found', 'There is no score with this id.')
  if (subject.hasStubs)
    throw new ApiError('has_stubs', 'This score is preliminary. Score the launch again when all signals are live.')
  if (subject.creatorAddress !== wish.creatorAddress)
    throw new ApiError('conflict', 'The submission names another creator. Only that wallet can enroll this score.')
  return deps.db.transaction().execute((tx) => keepFirst(deps, tx, { wish, subject, signed }))
}

/** The message that was signed: with the address in EIP-55 form, or as the request wrote it (D25). */
async function checkSigned(deps: EnrollDeps, wish: Wish, signal: AbortSignal): Promise<Signed> {
  const { serviceName, enrollmentDomain: domain } = deps.config
  const { scoreId, signature, creatorAddress: address, writtenAddress } = wish
  const forms = new Set([toChecksumAddress(address), writtenAddress])
  const messages = [...forms].map((creatorAddress) =>
    enrollmentMessage({ serviceName, scoreId, creatorAddress, domain }),
  )
  const signed = await findSigned(deps, { address, messages, signature }, signal)
  if (signed === 'bad') throw badSignature(deps)
  return signed
}

async function keepFirst(
  deps: EnrollDeps,
  tx: Tx,
  { wish, subject, signed }: { wish: Wish; subject: Subject; signed: Signed },
): Promise<{ isNew: boolean; enrollment: Enrollment }> {
  const { scoreId, creatorAddress, signature, scheduledFor } = wish
  const enrollmentId = deps.random.uuid()
  const enrolledAt = deps.clock.now()
  if (!(await insertEnrollment(tx, { enrollmentId, scoreId, subject, signature, ...signed, enrolledAt })))
    return { isNew: false, enrollment: await findOwn(tx, wish) }
  const enrollment = answeredEnrollment({ enrollmentId, scoreId, creatorAddress, scheduledFor, enrolledAt })
  await enqueue(deps, tx, { event: 'enrollment.created', data: enrollment })
  await setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor, now: enrolledAt })
  await markSigned(tx, { submissionId: subject.submissionId, at: enrolledAt })
  return { isNew: true, enrollment }
}

async function findOwn(tx: Tx, { scoreId, creatorAddress }: Wish): Promise<Enrollment> {
  const first = await findEnrollment(tx, scoreId)
  if (first?.creatorAddress !== creatorAddress)
    throw new ApiError('conflict', 'Another creator has enrolled this score already. The first one owns it.')
  return answeredEnrollment(first)
}
