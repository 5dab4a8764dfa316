import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { ref } from '../../contract/schema.ts'
import {
  AdminAppeal,
  AdminAppeals,
  Appeal,
  AppealAnswer,
  AppealDraft,
  AppealRequest,
  maxTextLength,
  type Ruling,
} from '../../contract/schemas/appeal.ts'
import { MessageToSign } from '../../contract/schemas/enrollment.ts'
import { ScoreId } from '../../contract/schemas/score.ts'
import { isReadable, normaliseText } from '../../contract/text.ts'
import { uuidPattern } from '../../contract/uuid.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField, badFields } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, type PageRequest, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { createUnpublishedError } from '../scoring/drafts.ts'
import { rescoreWithNewSamples } from '../scoring/rescore.ts'
import { createBadSignatureError, limitChain, verifySignature } from '../scoring/verify-signature.ts'
import { keepShown, refuseHidden } from '../scoring/visibility.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { checkAnswerAddress, sealAnswerAddress } from './answer-address.ts'
import {
  type AppealRow,
  findAppeal,
  findAppealOf,
  insertAppeal,
  listAppealRows,
  type NamedAppeal,
  updateAnswer,
} from './appeal-store.ts'
import { findEnrollment, findSubject } from './enrollment-store.ts'
import { checkIssued } from './resolve-launch.ts'

export function appealScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'appealScore',
    summary: 'Appeal against a score with a signed message',
    tags: ['enrollment'],
    params: ScoreId,
    body: ref(AppealRequest),
    response: {
      201: response(Appeal, 'The open appeal'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/score/:id/appeal', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const chain = limitChain(deps, request, reply)
    const appeal = await appealScore({ ...deps, chain }, { scoreId, body: request.body }, signal)
    return reply.code(201).header('location', `/v1/score/${scoreId}/appeal`).send(appeal)
  })
}

/** Only the first appeal against a score counts. */
async function appealScore(
  deps: Deps,
  { scoreId, body }: { scoreId: string; body: Static<typeof AppealRequest> },
  signal: AbortSignal,
): Promise<Appeal> {
  const { config, db, clock, random } = deps
  const { signature } = body
  const appeal = normaliseAppeal(body, clock.now())
  if (body.answerTo) checkAnswerAddress(deps, body.answerTo)
  // Checked before the signature, so that other wallets can't trigger requests to the node.
  const { submissionId } = await requireOwnScore(deps, { scoreId, ...appeal })
  if (await findAppealOf(db, scoreId)) throw createAlreadyAppealedError()
  const { serviceName, enrollmentDomain: domain } = config
  const message = buildAppealMessage({ ...appeal, serviceName, scoreId, domain })
  const verified = await verifySignature(deps.chain, { address: appeal.creatorAddress, message, signature }, signal)
  if ('refused' in verified) throw createBadSignatureError(deps, { address: appeal.creatorAddress, refusal: verified })
  const id = random.uuid()
  const answerTo = body.answerTo ? sealAnswerAddress(deps, id, body.answerTo) : null
  const row = { id, scoreId, ...appeal, message, signature, verified, answerTo, appealedAt: clock.now() }
  return db.transaction().execute(async (tx) => {
    await keepShown(tx, submissionId)
    const isFirst = await insertAppeal(tx, row)
    const stored = isFirst ? await findAppealOf(tx, scoreId) : undefined
    if (!stored) throw createAlreadyAppealedError()
    return toAppealResponse(stored)
  })
}

const createAlreadyAppealedError = () =>
  new ApiError('conflict', 'This score already has an appeal. A score can have only one.')

export function getAppealMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAppealMessage',
    summary: 'Fetch the text to sign for an appeal',
    tags: ['enrollment'],
    params: ScoreId,
    body: ref(AppealDraft),
    response: {
      200: response(MessageToSign, 'The six lines to sign'),
      ...errorResponses(400, 404, 409, 413, 415, 451, 500),
    },
  }
  app.post('/v1/score/:id/appeal/message', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const appeal = normaliseAppeal(request.body, deps.clock.now())
    await requireOwnScore(deps, { scoreId, ...appeal })
    const { serviceName, enrollmentDomain: domain } = deps.config
    return reply.send({ message: buildAppealMessage({ ...appeal, serviceName, scoreId, domain }) })
  })
}

export function getAppealRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getAppeal',
    summary: 'Fetch the appeal against a score',
    tags: ['enrollment'],
    params: ScoreId,
    response: { 200: response(Appeal, 'The appeal'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/score/:id/appeal', { schema, onSend: setEtag }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const subject = await findSubject(reads, scoreId)
    refuseHidden(subject?.hiddenReason)
    const appeal = await findAppealOf(reads, scoreId)
    if (!appeal) throw new ApiError('not_found', 'There is no appeal against this score.')
    reply.header('cache-control', 'no-cache')
    return toAppealResponse(appeal)
  })
}

const Query = Type.Object({
  ...pageQuery,
  state: Type.Optional(
    Type.Unsafe<'open' | 'answered'>({ type: 'string', enum: ['open', 'answered'], description: 'Defaults to both' }),
  ),
})

export function listAppealsRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'listAppeals',
    summary: 'List appeals',
    tags: ['admin'],
    querystring: Query,
    response: { 200: response(AdminAppeals, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/appeals', { schema, preValidation: checkLimit }, (request) =>
    listAppeals(db, { ...pageRequest(request.query), state: request.query.state ?? null }),
  )
}

async function listAppeals(
  db: Deps['db'],
  asked: PageRequest & { state: 'open' | 'answered' | null },
): Promise<AdminAppeals> {
  const rows = await listAppealRows(db, asked)
  const { page, nextCursor } = toPage(rows, asked.limit, ({ appealedAt, id }) => ({ at: appealedAt, id }))
  return { appeals: page.map(toAdminAppeal), limit: asked.limit, nextCursor }
}

const Params = Type.Object({
  id: Type.String({ format: 'uuid', pattern: uuidPattern, description: 'the id of an appeal' }),
})

export function answerAppealRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'answerAppeal',
    summary: 'Answer an appeal',
    tags: ['admin'],
    params: Params,
    body: ref(AppealAnswer),
    response: {
      200: response(AdminAppeal, 'The answered appeal'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502, 503),
    },
  }
  app.post('/v1/admin/appeals/:id/answer', { schema }, async (request, reply) => {
    const answer = normaliseLongText(request.body.answer)
    if ('fault' in answer) throw badField('answer', answer.fault)
    const { outcome, rescore = false } = request.body
    const given = { id: request.params.id.toLowerCase(), outcome, answer: answer.text }
    const answered = await answerAppeal(
      deps,
      { ...given, answeredBy: request.operator ?? 'admin', wantsRescore: rescore },
      startDeadline(reply, deps.config.scoreDeadlineMs),
    )
    request.log.info({ appeal: given.id, outcome, operator: request.operator }, 'appeal answered')
    return answered
  })
}

interface AppealDecision {
  id: string
  outcome: Ruling
  answer: string
  answeredBy: string
  wantsRescore: boolean
}

/** Stores the answer with the re-score's record, in one transaction. Only the first answer counts. */
async function answerAppeal(
  deps: Deps,
  { wantsRescore, ...answer }: AppealDecision,
  signal: AbortSignal,
): Promise<AdminAppeal> {
  const { db, clock } = deps
  const appeal = await findAppeal(db, answer.id)
  if (!appeal) throw new ApiError('not_found', 'There is no appeal with this id.')
  if (appeal.outcome !== null) throw createAlreadyAnsweredError()
  const settle = async (tx: Tx, rescoredAs: string | null) => {
    const answeredAt = clock.now()
    if (!(await updateAnswer(tx, { ...answer, answeredAt, rescoredAs }))) throw createAlreadyAnsweredError()
    const data = {
      scoreRequestId: appeal.scoreId,
      outcome: answer.outcome,
      rescoreId: rescoredAs,
      answeredAt: answeredAt.toISOString(),
    }
    await enqueue(deps, tx, { event: 'appeal.answered', data })
  }
  if (wantsRescore)
    await rescoreWithNewSamples(
      deps,
      { scoreId: appeal.scoreId, measurement: `appeal:${appeal.id}` },
      { signal, key: { complete: settle } },
    )
  else await db.transaction().execute((tx) => settle(tx, null))
  const answered = await findAppeal(db, answer.id)
  if (!answered) throw new Error('an appeal is never deleted')
  return toAdminAppeal(answered)
}

const createAlreadyAnsweredError = () => new ApiError('conflict', 'This appeal has already been answered.')

export const toAppealResponse = (row: AppealRow): Appeal => ({
  appealId: row.id,
  scoreRequestId: row.scoreId,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  reason: row.reason,
  state: row.outcome === null ? 'open' : 'answered',
  appealedAt: row.appealedAt.toISOString(),
  outcome: row.outcome,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  rescoredAs: row.rescoredAs,
  message: row.message,
  signature: `0x${row.signature.toString('hex')}`,
})

const toAdminAppeal = (row: NamedAppeal): AdminAppeal => ({
  ...toAppealResponse(row),
  name: row.name,
  symbol: row.symbol,
  answeredBy: row.answeredBy,
})

interface SignedAppeal {
  serviceName: string
  scoreId: string
  creatorAddress: string
  /** Normalised. */
  reason: string
  issuedAt: Date
  domain: string
}

/** Six lines; the reason is hashed, so that it can't add lines. */
export const buildAppealMessage = ({ serviceName, reason, issuedAt, domain, ...appeal }: SignedAppeal): string =>
  [
    `${serviceName} Appeal`,
    `Score: ${appeal.scoreId.toLowerCase()}`,
    `Creator: ${toChecksumAddress(appeal.creatorAddress)}`,
    `Digest: 0x${createHash('sha256').update(reason).digest('hex')}`,
    `Issued: ${issuedAt.toISOString()}`,
    `Domain: ${domain}`,
  ].join('\n')

/** Throws unless the score is visible, and enrolled by this creator (lower-case address). */
async function requireOwnScore(
  deps: Deps,
  { scoreId, creatorAddress }: { scoreId: string; creatorAddress: string },
): Promise<{ submissionId: string }> {
  const { db } = deps
  const subject = await findSubject(db, scoreId)
  if (!subject) throw await createUnpublishedError(deps, scoreId)
  refuseHidden(subject.hiddenReason)
  const enrollment = await findEnrollment(db, scoreId)
  if (!enrollment) throw new ApiError('conflict', 'This score is not enrolled. Enroll it, then appeal.')
  if (enrollment.creatorAddress !== creatorAddress)
    throw new ApiError('conflict', 'Another creator has enrolled this score. Only that wallet can appeal.')
  return subject
}

interface NormalisedAppeal {
  reason: string
  /** Lower case. */
  creatorAddress: string
  issuedAt: Date
}

/** Throws one `bad_request` that names every invalid field (D7, D8). */
function normaliseAppeal(
  given: { reason: string; creatorAddress: string; issuedAt: string },
  now: Date,
): NormalisedAppeal {
  const reason = normaliseLongText(given.reason)
  const address = parseAddress(given.creatorAddress)
  const issued = checkIssued(given.issuedAt, now)
  if ('text' in reason && 'address' in address && 'issuedAt' in issued)
    return { reason: reason.text, creatorAddress: address.address, ...issued }
  const details = Object.entries({ reason, creatorAddress: address, issuedAt: issued }).flatMap(([path, result]) =>
    'fault' in result ? [{ path, message: result.fault }] : [],
  )
  throw badFields(details)
}

/** Returns the fault in words that follow the field's name. */
export function normaliseLongText(given: string): { text: string } | { fault: string } {
  const result = normaliseText(given, 'paragraph')
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  const isTooLong = Array.from(result.text).length > maxTextLength
  return isTooLong ? { fault: `must have at most ${maxTextLength} characters` } : result
}
