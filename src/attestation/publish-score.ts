import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { toBand } from '../../contract/bands.ts'
import { nullable } from '../../contract/schema.ts'
import { Attestation, PendingAttestation } from '../../contract/schemas/attestation.ts'
import { parseScore, ScoreId, type ScoreResult } from '../../contract/schemas/score.ts'
import { type Claim, scoreSchema, toClaim } from '../../contract/verification/claim.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { createKeyMissingError } from '../keys/guard.ts'
import { findEnrollment } from '../launches/enrollment-store.ts'
import { createCoalesce } from '../platform/caching.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { ClientGone, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { nameKeyHolder } from '../platform/request-client.ts'
import type { Attester } from '../providers/chain/attester.ts'
import { refuseDraft } from '../scoring/drafts.ts'
import { createScoreNotFoundError, keepShown, refuseHidden } from '../scoring/visibility.ts'
import { advanceAttestations } from './advance-attestations.ts'
import { type GasPayer, reserveGas } from './gas-store.ts'
import { checkDailyGas, createNotConfiguredError, createRefusedError, typicalGas } from './gas.ts'
import { toAttestationResponse } from './get-attestation.ts'
import { deleteUnsigned, insertJob, requeueFailed } from './job-store.ts'
import { type AttestationRow, findAttestation, findScoreToPublish, insertAttestation } from './store.ts'

/** Runs a round, or joins the one in progress in this process. */
type Advance = (signal: AbortSignal) => Promise<void>

export function publishScoreRoute(app: App, deps: Deps) {
  const coalesce = createCoalesce<void>()
  const advance: Advance = (signal) => coalesce('round', (signal) => advanceAttestations(deps, signal), signal)
  const schema = {
    operationId: 'publishScore',
    summary: 'Publish a final score as an attestation on the chain',
    tags: ['attestation'],
    params: ScoreId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: response(Attestation, 'The existing attestation'),
      201: response(Attestation, 'The attestation that this request published'),
      202: response(
        PendingAttestation,
        'Accepted; the attestation is pending. Send the request again to see its state',
      ),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502, 503),
    },
  }
  app.post('/v1/score/:id/publish', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const signal = startDeadline(reply, deps.config.publishWaitMs)
    await refuseDraft(deps, scoreId)
    if (!deps.attester) throw createNotConfiguredError()
    const getPayer = () => findPayer(deps, request, reply)
    const { row, isNew } = await publishScore(deps, { scoreId, getPayer, advance }, signal)
    const attestation = toAttestationResponse(row)
    reply.header('location', `/v1/score/${scoreId}/attestation`)
    if (attestation) return reply.code(isNew ? 201 : 200).send(attestation)
    return reply.code(202).send(toPending(deps.attester, row))
  })
}

const toPending = (attester: Attester, { txHash }: AttestationRow): PendingAttestation => ({
  status: 'pending',
  txHash,
  ...(attester.inspected().state === 'stuck' && { notice: stuckNotice }),
})

const stuckNotice =
  'A transaction of the attester has been pending for minutes, and later ones wait behind it. The operator can see this, and the service will continue by itself.'

/**
 * Uses the gas share of the API key, or of the client network without a key. Throws 401 if only holders of a key may
 * publish.
 */
async function findPayer(
  { config, hashNetwork }: Deps,
  { caller, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<Payer> {
  if (caller.key) return { payer: nameKeyHolder(caller.key.rootId), site: null }
  if (config.publishRequires === 'key') throw createKeyMissingError(reply)
  const { network, site } = await hashNetwork(ip)
  return { payer: network, site }
}

type Payer = Pick<GasPayer, 'payer' | 'site'>

interface Published {
  row: AttestationRow
  isNew: boolean
}

/** Publishes a score at most once (D38) and waits for its inclusion until the signal aborts. */
async function publishScore(
  deps: Deps,
  { scoreId, getPayer, advance }: { scoreId: string; getPayer: () => Promise<Payer>; advance: Advance },
  signal: AbortSignal,
): Promise<Published> {
  const publishable = await getPublishable(deps, scoreId)
  const known = await findAttestation(deps.db, scoreId)
  const isNew = known && known.state !== 'failed' ? false : await accept(deps, publishable, await getPayer())
  const row = await follow(deps, { scoreId, isNew, advance }, signal)
  if (row.state === 'failed' || row.state === 'reverted') throw createRefusedError(row.error, deps.clock.now())
  return { row, isNew }
}

interface Publishable {
  score: ScoreResult
  submissionId: string
}

/** The checks of D37, in their order. */
async function getPublishable({ db }: Deps, scoreId: string): Promise<Publishable> {
  const found = await findScoreToPublish(db, scoreId)
  if (!found) throw createScoreNotFoundError()
  refuseHidden(found.hiddenReason)
  const score = parseScore(found.body)
  if (score.hasStubs) throw new ApiError('has_stubs', 'The score is preliminary. Only a final score can be published.')
  const { risk } = score.signals
  if (risk && toBand(risk.score * 100) === 'red')
    throw new ApiError(
      'conflict',
      'The score’s risk signal is red. A score with a red risk signal cannot be published.',
    )
  return { score, submissionId: found.submissionId }
}

/** Creates the job, or requeues one that failed without using a nonce. Returns false if it is queued already. */
async function accept(deps: Deps, publishable: Publishable, payer: Payer): Promise<boolean> {
  const { score } = publishable
  const enrollment = await findEnrollment(deps.db, score.id)
  if (deps.config.publishRequires === 'enrolled' && !enrollment)
    throw new ApiError(
      'conflict',
      'This deployment publishes only enrolled scores. The creator must enroll this score first.',
    )
  const creator = score.submission.creatorAddress.toLowerCase()
  const charge = { scoreId: score.id, ...payer, isEnrolled: enrollment !== undefined, creator }
  return deps.db.transaction().execute(async (tx) => {
    await keepShown(tx, publishable.submissionId)
    const exceeded = await checkDailyGas(deps, tx, { charge, gas: typicalGas })
    if (exceeded) throw createRefusedError(exceeded, deps.clock.now())
    const isQueued = (await insertNew(deps, tx, publishable)) || (await requeue(deps, tx, score.id))
    if (isQueued) await reserveGas(tx, score.id, charge, typicalGas)
    return isQueued
  })
}

async function insertNew(deps: Deps, tx: Tx, { score, submissionId }: Publishable): Promise<boolean> {
  const jobId = deps.random.uuid()
  if (!(await insertJob(tx, { id: jobId, kind: 'attest', subject: score.id, now: deps.clock.now() }))) return false
  const claim = toClaim(score)
  const recipient = score.submission.creatorAddress.toLowerCase() as Hex // an address already
  const attestation = { scoreId: score.id, jobId, submissionId, recipient, digest: claim.digest }
  await insertAttestation(tx, { ...attestation, data: encodeClaim(claim) })
  return true
}

const requeue = ({ clock }: Deps, tx: Tx, scoreId: string): Promise<boolean> =>
  requeueFailed(tx, { kind: 'attest', subject: scoreId }, { now: clock.now(), isNonceSpent: false })

/** After this many failed rounds, a job that was never signed is deleted. */
const maxFaults = 3
const betweenRoundsMs = 150

/** Runs rounds until the attestation is included or failed, or the signal aborts. */
async function follow(
  deps: Deps,
  { scoreId, isNew, advance }: { scoreId: string; isNew: boolean; advance: Advance },
  signal: AbortSignal,
): Promise<AttestationRow> {
  const faults: unknown[] = []
  for (;;) {
    const row = await findAttestation(deps.db, scoreId)
    if (!row) throw createRefusedError(null, deps.clock.now())
    if (row.state !== 'queued' && row.state !== 'sent') return row
    const isHopeless = row.error !== null || faults.length >= maxFaults || (faults.length > 0 && signal.aborted)
    if (isNew && isHopeless && (await withdraw(deps, scoreId)))
      throw faults[0] ?? createRefusedError(row.error, deps.clock.now())
    if (signal.reason instanceof ClientGone) throw signal.reason
    if (signal.aborted) return row
    await advance(signal).catch((fault) => signal.aborted || faults.push(fault))
    await pause(betweenRoundsMs, undefined, { signal }).catch(() => {})
  }
}

/** Deletes a job that was never signed, so that the caller gets an error instead of waiting. */
const withdraw = ({ db }: Deps, scoreId: string): Promise<boolean> =>
  deleteUnsigned(db, { kind: 'attest', subject: scoreId })

const scoreParameters = parseAbiParameters(scoreSchema)

export const encodeClaim = ({ scoreKey, digest, aggregateX100, band, promptVersion }: Claim): Hex =>
  encodeAbiParameters(scoreParameters, [scoreKey, digest, aggregateX100, band, promptVersion])
