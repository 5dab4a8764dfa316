import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { ClientGone, deadlineOf } from '../platform/http-answers.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { shareFlights } from '../platform/share-flights.ts'
import { bandOf } from '../scoring/band.ts'
import { ScoreId, type ScoreResult } from '../scoring/schemas.ts'
import { advanceAttestations } from './advance-attestations.ts'
import { answeredAttestation } from './answered-attestation.ts'
import { claimOf, encodeClaim } from './claim.ts'
import { deleteUnsigned, insertJob, requeueFailed } from './job-store.ts'
import { notConfigured, refusedFor } from './refusals.ts'
import { Attestation, PendingAttestation } from './schemas.ts'
import { type AttestationRow, findAttestation, findSubject, insertAttestation } from './store.ts'

type PublishDeps = Pick<Deps, 'config' | 'db' | 'attester' | 'clock' | 'random' | 'metrics' | 'log'>

/** Runs a round, or joins the one that is under way in this process. */
type Advance = (signal: AbortSignal) => Promise<void>

/** POST /v1/score/:id/publish: a score onto the chain, once. */
export function publishScoreRoute(app: App, deps: PublishDeps) {
  const share = shareFlights<void>()
  const advance: Advance = (signal) => share('round', (signal) => advanceAttestations(deps, signal), signal)
  const schema = {
    operationId: 'publishScore',
    summary: 'Publish a final score as an attestation on the chain',
    tags: ['attestation'],
    params: ScoreId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: answer(Attestation, 'The attestation that is there already'),
      201: answer(Attestation, 'The attestation that this call published'),
      202: answer(PendingAttestation, 'Accepted, and on its way: ask again'),
      ...errorAnswers(400, 404, 409, 413, 415, 500, 502, 503),
    },
  }
  app.post('/v1/score/:id/publish', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const signal = deadlineOf(reply, deps.config.publishWaitMs)
    const { row, isNew } = await publishScore(deps, { scoreId, advance }, signal)
    const attestation = answeredAttestation(row)
    reply.header('location', `/v1/score/${scoreId}/attestation`)
    if (attestation) return reply.code(isNew ? 201 : 200).send(attestation)
    return reply.code(202).send({ status: 'pending', txHash: row.txHash })
  })
}

interface Published {
  row: AttestationRow
  /** Nothing was published or under way before. */
  isNew: boolean
}

/** Publishes a score at most once (D38): waits for it to land, as long as the signal lets it. */
async function publishScore(
  deps: PublishDeps,
  { scoreId, advance }: { scoreId: string; advance: Advance },
  signal: AbortSignal,
): Promise<Published> {
  if (!deps.attester) throw notConfigured()
  const isNew = await accept(deps, await getPublishable(deps, scoreId))
  const row = await follow(deps, { scoreId, isNew, advance }, signal)
  if (row.state === 'failed' || row.state === 'reverted') throw refusedFor(row.error)
  return { row, isNew }
}

interface Publishable {
  score: ScoreResult
  submissionId: string
}

/** The checks of D37, in its order. */
async function getPublishable({ db }: Pick<Deps, 'db'>, scoreId: string): Promise<Publishable> {
  const found = await findSubject(db, scoreId)
  if (!found) throw new ApiError('not_found', 'There is no score with this id.')
  const score = JSON.parse(found.body) as ScoreResult // we wrote it
  if (score.hasStubs)
    throw new ApiError('has_stubs', 'The score is preliminary. Only a score without stubs can be published.')
  if (bandOf(score.signals.risk.score * 100) === 'red')
    throw new ApiError('conflict', 'The risk signal is red. Such a score is not published, whatever its total.')
  return { score, submissionId: found.submissionId }
}

/** False when it was accepted before. One that failed without costing anything is taken up again. */
async function accept(deps: PublishDeps, { score, submissionId }: Publishable): Promise<boolean> {
  const now = deps.clock.now()
  const job = { kind: 'attest', subject: score.id } as const
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const jobId = deps.random.uuid()
    if (!(await insertJob(tx, { id: jobId, ...job, now }))) return false
    const claim = claimOf(score)
    const recipient = score.submission.creatorAddress.toLowerCase() as `0x${string}` // an address already
    const attestation = { scoreId: score.id, jobId, submissionId, recipient, digest: claim.digest }
    await insertAttestation(tx, { ...attestation, data: encodeClaim(claim) })
    return true
  })
  return isNew || requeueFailed(deps.db, job, { now, isNonceSpent: false })
}

/** After so many faults of the node a score that wasn't signed yet is given up. */
const mostFaults = 3
const betweenRoundsMs = 150

/** Goes on until it has landed or failed, or the time is up. */
async function follow(
  deps: PublishDeps,
  { scoreId, isNew, advance }: { scoreId: string; isNew: boolean; advance: Advance },
  signal: AbortSignal,
): Promise<AttestationRow> {
  const faults: unknown[] = []
  for (;;) {
    const row = await findAttestation(deps.db, scoreId)
    if (!row) throw refusedFor(null) // taken back by the call that made it
    if (row.state !== 'queued' && row.state !== 'sent') return row
    const isGivenUp = row.error !== null || faults.length >= mostFaults || (faults.length > 0 && signal.aborted)
    if (isNew && isGivenUp && (await takeBack(deps, scoreId))) throw faults[0] ?? refusedFor(row.error)
    if (signal.reason instanceof ClientGone) throw signal.reason
    if (signal.aborted) return row
    await advance(signal).catch((fault) => signal.aborted || faults.push(fault))
    await pause(betweenRoundsMs, undefined, { signal }).catch(() => {})
  }
}

/** Nothing was signed: whoever asked is told so, instead of being kept waiting for better times. */
const takeBack = ({ db }: Pick<Deps, 'db'>, scoreId: string): Promise<boolean> =>
  deleteUnsigned(db, { kind: 'attest', subject: scoreId })
