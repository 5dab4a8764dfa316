import type { Hex } from 'viem'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { checkSchedule } from '../../contract/check-schedule.ts'
import { ref } from '../../contract/schema.ts'
import {
  EnrolledScore,
  Enrollment,
  EnrollmentRequest,
  MessageQuery,
  MessageToSign,
} from '../../contract/schemas/enrollment.ts'
import { parseInstant } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { createUnpublishedError, refuseDraft } from '../scoring/drafts.ts'
import { noteSignature } from '../scoring/identity.ts'
import { markSigned } from '../scoring/store.ts'
import { createBadSignatureError, findSigned, limitChain, type Signed } from '../scoring/verify-signature.ts'
import { createScoreNotFoundError, keepShown, refuseHidden } from '../scoring/visibility.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { type EnrollmentRow, findEnrollment, findSubject, insertEnrollment, type Subject } from './enrollment-store.ts'
import { setSchedule } from './schedule.ts'

export function enrollRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'enroll',
    summary: 'Enroll a score with its creator’s signature',
    tags: ['enrollment'],
    body: ref(EnrollmentRequest),
    response: {
      200: response(Enrollment, 'This creator has already enrolled the score; nothing changes'),
      201: response(Enrollment, 'The new enrollment'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/enroll', { schema }, async (request, reply) => {
    const { network, site } = await deps.hashNetwork(request.ip)
    const fields = { ...toEnrollmentFields(request.body), enrolledFrom: site ?? network }
    await checkScheduleOfNewEnrollment(deps, request.body, fields)
    const chain = limitChain(deps, request, reply)
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const { isNew, enrollment } = await enroll({ ...deps, chain }, fields, signal)
    return reply
      .code(isNew ? 201 : 200)
      .header('location', `/v1/enrollment/${enrollment.scoreRequestId}`)
      .send(enrollment)
  })
}

interface EnrollmentFields {
  scoreId: string
  creatorAddress: string
  /** In the case of the request. */
  writtenAddress: string
  signature: Hex
  scheduledFor: Date | null
  /** The hash of the IPv6 /48, or of the network for IPv4: notifications take turns between them. */
  enrolledFrom: string
}

function toEnrollmentFields(body: EnrollmentRequest): Omit<EnrollmentFields, 'enrolledFrom'> {
  const { scoreRequestId, creatorAddress, signature, scheduledFor = null } = body
  const creator = parseAddress(creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  const schedule = scheduledFor === null ? { instant: null } : parseInstant(scheduledFor)
  if ('fault' in schedule) throw badField('scheduledFor', schedule.fault)
  return {
    scoreId: scoreRequestId.toLowerCase(),
    creatorAddress: creator.address,
    writtenAddress: creatorAddress,
    signature,
    scheduledFor: schedule.instant,
  }
}

/** A repeated enrollment doesn't change the time, so any time is accepted (D72). */
async function checkScheduleOfNewEnrollment(
  { db, clock }: Deps,
  { scheduledFor }: EnrollmentRequest,
  { scoreId, creatorAddress }: Pick<EnrollmentFields, 'scoreId' | 'creatorAddress'>,
): Promise<void> {
  const schedule = scheduledFor ? checkSchedule(scheduledFor, clock.now()) : undefined
  if (!schedule || !('fault' in schedule)) return
  const enrollment = await findEnrollment(db, scoreId)
  if (enrollment?.creatorAddress !== creatorAddress) throw badField('scheduledFor', schedule.fault)
}

/** Applies the seven checks in their order. The first creator owns the enrollment; a repeated request returns it. */
async function enroll(
  deps: Deps,
  fields: EnrollmentFields,
  signal: AbortSignal,
): Promise<{ isNew: boolean; enrollment: Enrollment }> {
  await refuseDraft(deps, fields.scoreId)
  const signed = await checkSigned(deps, fields, signal)
  const subject = await findSubject(deps.db, fields.scoreId)
  if (!subject) throw createScoreNotFoundError()
  refuseHidden(subject.hiddenReason)
  if (subject.hasStubs)
    throw new ApiError('has_stubs', 'This score is preliminary. Score the launch again when all signals are live.')
  if (subject.creatorAddress !== fields.creatorAddress)
    throw new ApiError(
      'conflict',
      'The submission names another creator. Only that creator’s wallet can enroll this score.',
    )
  return deps.db.transaction().execute((tx) => insertFirst(deps, tx, { fields, subject, signed }))
}

/** The message may have the address in EIP-55 form or as in the request (D25). */
async function checkSigned(deps: Deps, fields: EnrollmentFields, signal: AbortSignal): Promise<Signed> {
  const { serviceName, enrollmentDomain: domain } = deps.config
  const { scoreId, signature, creatorAddress: address, writtenAddress } = fields
  const forms = new Set([toChecksumAddress(address), writtenAddress])
  const messages = [...forms].map((creatorAddress) =>
    buildEnrollmentMessage({ serviceName, scoreId, creatorAddress, domain }),
  )
  const signed = await findSigned(deps.chain, { address, messages, signature }, signal)
  if ('refused' in signed) throw createBadSignatureError(deps, { address, refusal: signed })
  return signed
}

async function insertFirst(
  deps: Deps,
  tx: Tx,
  { fields, subject, signed }: { fields: EnrollmentFields; subject: Subject; signed: Signed },
): Promise<{ isNew: boolean; enrollment: Enrollment }> {
  const { scoreId, creatorAddress, signature, scheduledFor, enrolledFrom } = fields
  const enrollmentId = deps.random.uuid()
  const enrolledAt = deps.clock.now()
  await keepShown(tx, subject.submissionId)
  if (!(await insertEnrollment(tx, { enrollmentId, scoreId, subject, signature, ...signed, enrolledFrom, enrolledAt })))
    return { isNew: false, enrollment: await getOwnEnrollment(tx, fields) }
  const enrollment = toEnrollmentResponse({ enrollmentId, scoreId, creatorAddress, scheduledFor, enrolledAt })
  await enqueue(deps, tx, { event: 'enrollment.created', data: enrollment })
  await setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor, now: enrolledAt })
  await markSigned(tx, { submissionId: subject.submissionId, at: enrolledAt })
  await noteSignature(tx, { scoreId, at: enrolledAt })
  return { isNew: true, enrollment }
}

async function getOwnEnrollment(
  tx: Tx,
  { scoreId, creatorAddress, scheduledFor }: EnrollmentFields,
): Promise<Enrollment> {
  const first = await findEnrollment(tx, scoreId)
  if (first?.creatorAddress !== creatorAddress)
    throw new ApiError('conflict', 'Another creator has already enrolled this score.')
  const isOtherTime = scheduledFor !== null && scheduledFor.getTime() !== first.scheduledFor?.getTime()
  return { ...toEnrollmentResponse(first), ...(isOtherTime && { notice: timeUnchanged }) }
}

const timeUnchanged =
  'The launch time was not changed, because this score was enrolled before. Change it with PATCH /v1/launch/{id}/page.'

export function getEnrollmentMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getEnrollmentMessage',
    summary: 'Fetch the message to sign for an enrollment',
    tags: ['enrollment'],
    querystring: MessageQuery,
    response: {
      200: response(MessageToSign, 'The four lines to sign'),
      304: unchanged,
      ...errorResponses(400, 404, 409, 451, 500),
    },
  }
  app.get('/v1/enroll/message', { schema, onSend: setEtag }, async (request, reply) => {
    const { scoreRequestId, creatorAddress } = request.query
    const message = await getEnrollmentMessage(deps, { scoreId: scoreRequestId.toLowerCase(), creatorAddress })
    reply.header('cache-control', 'public, max-age=15')
    return { message }
  })
}

async function getEnrollmentMessage(
  deps: Deps,
  { scoreId, creatorAddress }: { scoreId: string; creatorAddress: string },
): Promise<string> {
  const creator = parseAddress(creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  const subject = await findSubject(deps.reads, scoreId)
  if (!subject) throw await createUnpublishedError(deps, scoreId)
  refuseHidden(subject.hiddenReason)
  const { serviceName, enrollmentDomain } = deps.config
  return buildEnrollmentMessage({
    serviceName,
    scoreId,
    creatorAddress: toChecksumAddress(creator.address),
    domain: enrollmentDomain,
  })
}

export function getEnrollmentRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getEnrollment',
    summary: 'Fetch the enrollment of a score',
    tags: ['enrollment'],
    params: EnrolledScore,
    response: { 200: response(Enrollment, 'The enrollment'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/enrollment/:scoreId', { schema, onSend: setEtag }, async (request, reply) => {
    const found = await findEnrollment(reads, request.params.scoreId.toLowerCase())
    if (!found) throw new ApiError('not_found', 'No creator has enrolled a score with this id.')
    refuseHidden(found.hiddenReason)
    reply.header('cache-control', 'public, max-age=5')
    return toEnrollmentResponse(found)
  })
}

export const toEnrollmentResponse = (row: EnrollmentRow): Enrollment => ({
  enrollmentId: row.enrollmentId,
  scoreRequestId: row.scoreId,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})

interface MessageFields {
  serviceName: string
  /** Lower case. */
  scoreId: string
  /** In the case that the message shows. */
  creatorAddress: string
  /** Limits a signature to one deployment. */
  domain: string
}

/** The four lines that a creator signs to enroll a score (D25). */
export const buildEnrollmentMessage = ({ serviceName, scoreId, creatorAddress, domain }: MessageFields): string =>
  [`${serviceName} Enrollment`, `Score: ${scoreId}`, `Creator: ${creatorAddress}`, `Domain: ${domain}`].join('\n')
