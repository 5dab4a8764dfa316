import type { Level } from '../activity/budgets/shares.ts'
import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { findCappedCopies } from '../judge/rule-sets.ts'
import type { App } from '../platform/http/app.ts'
import { IdempotencyHeaders } from '../platform/http/idempotency-header.ts'
import { acceptsEvents } from '../platform/http/event-stream.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import type { Image } from '../providers/images/images.ts'
import { type MeasuredSignals, type NoteSignal, measure } from '../signals/measure.ts'
import type { GatheredFacts } from '../signals/gather-facts.ts'
import { findCountedCreators } from '../signals/social.ts'
import type { Submission } from '../signals/schemas.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { admitScoring } from './admission/admit-scoring.ts'
import { bandLines } from '../../contract/bands.ts'
import { buildScore } from './build-score.ts'
import { checkImageUrl, fetchImage } from './fetch-image.ts'
import type { IdempotencyKey } from './idempotency/claim.ts'
import { sendCreated, withIdempotencyKey } from './idempotency/with-idempotency-key.ts'
import { findHandleRecord } from './identity/handle-store.ts'
import { foldNames } from './identity/search-names.ts'
import { recall } from './memory/recall.ts'
import { measureForTestKey } from './measure-for-test-key.ts'
import { normaliseSubmission } from './normalise-submission.ts'
import type { Owner } from './owner.ts'
import { ScoreResult, ScoreSubmission } from '../../contract/schemas/score.ts'
import { type ScoreRow, hasSignedLaunch, insertScore, insertSubmission, updateMeasurement } from './store.ts'
import { sendScoreEvents } from './stream/send-score-events.ts'
import { scoreEvents } from './stream/score-events.ts'
import { refuseHidden, refuseHiddenImage, refuseHiddenLaunch, refuseHiddenPicture } from './takedown/refuse-hidden.ts'
import { findHiddenReason } from './takedown/takedown-store.ts'
import { limitChain } from './wallets/limit-chain.ts'
import { type Proven, proveCreator } from './wallets/prove-creator.ts'
import { listContractWarnings } from './warnings.ts'

export function createScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'createScore',
    summary: 'Score a proposed launch',
    tags: ['scoring'],
    headers: IdempotencyHeaders,
    body: ref(ScoreSubmission),
    response: {
      200: scoreEvents,
      201: response(ScoreResult, 'The new record'),
      ...errorResponses(400, 401, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/score', { schema }, async (request, reply) => {
    const submission = normaliseSubmission(request.body, deps.config)
    checkImageUrl(deps, submission.imageUrl)
    const { scoreDeadlineMs, heartbeatMs } = deps.config
    const signal = startDeadline(reply, scoreDeadlineMs)
    const owner = request.caller.key
    const { creatorSignature = null } = request.body
    const claim = { submission, signature: creatorSignature, isVouched: owner?.isVouching ?? false }
    const chain = limitChain(deps, request, reply)
    const score = (noteSignal?: NoteSignal) =>
      withIdempotencyKey(deps, { request, signal }, async (key) => {
        const proven = await proveCreator({ ...deps, chain }, claim, signal)
        const trust = await findTrust(deps, submission, proven)
        return admitScoring(deps, { request, reply, signal, trust }, async (model) =>
          createScore(
            { ...deps, model },
            { submission, proven, prompt: await deps.activePrompt(), isCurrent: true, owner },
            { signal, key, ...(noteSignal && { noteSignal }) },
          ),
        )
      })
    if (acceptsEvents(request)) return sendScoreEvents({ request, reply, heartbeatMs }, score)
    return sendCreated(reply, await score())
  })
}

/** A creator who has enrolled a launch and signs the next one pays from what is kept for creators. */
const findTrust = async ({ db }: Deps, { creatorAddress }: Submission, { proof }: Proven): Promise<Level> =>
  proof === 'signature' && (await hasSignedLaunch(db, creatorAddress)) ? 'creator' : 'anonymous'

interface ScoreInput {
  submission: Submission
  /** Who stands behind the creator's wallet. */
  proven: Proven
  prompt: PromptVersion
  isCurrent: boolean
  owner: Owner | null
  /** Present for a re-score. */
  replay?: Replay
}

interface Replay {
  rescoredFrom: string
  submissionId: string
  submittedAt: Date
  image: Image
  /** The name of the samples to use; null: those of the content. */
  measurement: string | null
  /** The samples are new, and later replays of the submission use them too (D19). */
  usesNewSamples: boolean
  /** The token that the submission is bound to, lower case: it is measured in place of the submitted contract (D106). */
  boundContract: string | null
}

export interface CreatedScore {
  id: string
  body: string
  storedBytes: number
}

export interface ScoringCall {
  signal: AbortSignal
  key: IdempotencyKey
  noteSignal?: NoteSignal
}

/** Measures a submission and stores its score with the evidence and the event, all or nothing. */
export async function createScore(
  deps: Deps,
  { submission, proven, prompt, isCurrent, owner, replay }: ScoreInput,
  { signal, key, ...observed }: ScoringCall,
): Promise<CreatedScore> {
  const names = foldNames(submission)
  const { creatorAddress } = submission
  const { needsPicture } = replay
    ? { needsPicture: false }
    : await refuseHiddenLaunch(deps.db, { creatorAddress, names })
  const leaveStart = await deps.scorings.enterStart(signal)
  const fetching = replay ? Promise.resolve(replay.image) : fetchShownImage(deps, submission.imageUrl, signal)
  fetching.then(leaveStart, leaveStart)

  const counted = findCountedCreators(prompt.rules)
  const handleRecord = findHandleRecord(deps.db, { submission, counted, now: deps.clock.now() })
  const submittedAt = replay?.submittedAt ?? deps.clock.now()
  const cappedCopies = findCappedCopies(prompt.rules)
  const resembling = { launch: submission, names, creatorAddress, submittedAt, image: fetching, cappedCopies }
  const { recalling, ...memory } = recall(deps, resembling, signal)
  recalling.catch(() => {}) // awaited after the image too
  const { measurement = null, boundContract = null } = replay ?? {}
  const creatorProof = proven.proof
  const contract = { contractAddress: boundContract ?? submission.contractAddress, isProvenOwn: boundContract !== null }
  const signed = { isSigned: creatorProof !== 'none', measurement, contract }
  const subject = { submission, prompt, image: fetching, handleRecord, ...signed, ...memory, bandLines }
  const isTest = owner?.isTest ?? false
  const measuring = (isTest ? measureForTestKey : measure)(deps, subject, { signal, ...observed })
  measuring.catch(() => {}) // awaited after the image, so that a bad image is reported before a provider's failure
  const image = await fetching
  if (needsPicture) await recalling.then(() => refuseHiddenPicture(deps.db, { names, imageHash: image.hash }))
  const { measured, facts } = await measuring
  const recalled = await recalling

  return deps.scorings.write(async () => {
    const submissionId = replay?.submissionId ?? deps.random.uuid()
    const createdAt = deps.clock.now()
    const rescoredFrom = replay?.rescoredFrom ?? null
    const ingredients = { submission, measured, facts, recalled, prompt, creatorProof, rescoredFrom, isTest, createdAt }
    const score = buildScore({ id: deps.random.uuid(), ...ingredients, boundContract })
    const evidence = JSON.stringify({ ...toEvidence(measured), memory: recalled, proof: proven })
    const record = { score, body: JSON.stringify(score), evidence }
    const { isDeployer, reportedDeployer } = facts
    const found = { isDeployer, reportedDeployer, reading: toReading(facts) }
    const row = { ...record, owner, submissionId, submission, prompt, isCurrent, ...found, createdAt }
    const newImageBytes = await deps.db.transaction().execute(async (tx) => {
      const bytes = replay
        ? 0
        : await insertSubmission(tx, { submissionId, submission, names, image, creatorProof, createdAt })
      // Before the score: an insertion shares the submission's row, and two that then update it would deadlock.
      if (replay?.usesNewSamples) await updateMeasurement(tx, { submissionId, measurement })
      await insertScore(tx, row)
      // The insertion has locked the submission, so an earlier take-down is visible now.
      if (replay) refuseHidden(await findHiddenReason(tx, submissionId))
      await enqueue(deps, tx, { event: 'score.created', data: toEventData(score) }, toAudience(owner))
      await key.complete(tx, score.id)
      return bytes
    })
    const { band, confidence } = score
    deps.metrics.scores.inc({ kind: replay ? 'rescore' : 'new', band, confidence })
    return { id: score.id, body: record.body, storedBytes: countBytes(record) + newImageBytes }
  }, signal)
}

const toReading = ({ token }: GatheredFacts): NonNullable<ScoreRow['reading']> | null =>
  token?.facts
    ? {
        contract: token.address,
        warningCodes: listContractWarnings(token.facts),
        readAt: new Date(token.fetchedAt),
      }
    : null

/** Events about a test key's records go only to its own lineage (D77). */
const toAudience = (owner: Owner | null) => (owner?.isTest ? { audienceId: owner.rootId } : {})

const fetchShownImage = async (deps: Deps, url: string, signal: AbortSignal) =>
  refuseHiddenImage(deps.db, await fetchImage(deps, url, signal))

const toEvidence = (measured: MeasuredSignals) =>
  Object.fromEntries(Object.entries(measured).map(([signalName, { evidence }]) => [signalName, evidence]))

const toEventData = ({ id, aggregate, band, hasStubs, submission, boundContract, createdAt }: ScoreResult) => ({
  scoreId: id,
  aggregate,
  band,
  hasStubs,
  contractAddress: boundContract ?? submission.contractAddress,
  createdAt,
})

/** The rows and index entries of a score, without its texts. */
const rowOverheadBytes = 4096

/** Evidence counts twice, because the judge's samples hold most of it too. */
const countBytes = ({ body, evidence }: { body: string; evidence: string }): number =>
  Buffer.byteLength(body) + 2 * Buffer.byteLength(evidence) + rowOverheadBytes
