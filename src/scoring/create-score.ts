import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { bandLines } from '../../contract/bands.ts'
import { ref } from '../../contract/schema.ts'
import { ScoreRequest, ScoreResult, type ScoreSubmission } from '../../contract/schemas/score.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import type { Level } from '../activity/budgets.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { consumeContractRead, consumeNameLookUp } from '../keys/guard.ts'
import type { App } from '../platform/http/app.ts'
import { logFault, toErrorBody } from '../platform/http/error-handler.ts'
import {
  acceptsEvents,
  createEventStream,
  type EventStream,
  eventStreamHeaders,
  eventStreamType,
} from '../platform/http/event-stream.ts'
import { IdempotencyHeaders } from '../platform/http/headers.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import type { Image } from '../providers/images/images.ts'
import type { GatheredFacts } from '../signals/gather-facts.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import { findCappedCopies } from '../signals/judge/rule-sets.ts'
import { measure, type MeasuredSignals, type NoteSignal } from '../signals/measure.ts'
import { toTestStub } from '../signals/rule-scores.ts'
import type { Submission } from '../signals/schemas.ts'
import { findCountedCreators } from '../signals/social.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { admitScoring } from './admission.ts'
import { buildScore } from './build-score.ts'
import { toContractKey } from './contract-key.ts'
import { insertDraft } from './draft-store.ts'
import { toDraftEnd } from './drafts.ts'
import {
  describeCreated,
  type IdempotencyKey,
  sendCreated,
  type StoredScore,
  withIdempotencyKey,
} from './idempotency.ts'
import { findHandleRecord } from './identity-store.ts'
import { recall } from './memory/recall.ts'
import {
  explainFilled,
  fillSubmission,
  isWhole,
  nameMissing,
  requireContract,
  checkByContract,
} from './fill-submission.ts'
import { type NormalSubmission, normaliseSubmission } from './normalise-submission.ts'
import { proveCreator, type Proven } from './prove-creator.ts'
import { resolveCreator } from './resolve-wallet-name.ts'
import { foldNames } from './search-names.ts'
import {
  hasSignedLaunch,
  insertScore,
  insertSubmission,
  type Owner,
  type ScoreRow,
  updateMeasurement,
} from './store.ts'
import { findHiddenReason } from './takedown-store.ts'
import { checkImageUrl, fetchImage } from './uploads.ts'
import { requireServed } from './served-chain.ts'
import { limitChain } from './verify-signature.ts'
import { searchNamesakes } from './search-namesakes.ts'
import { refuseHidden, refuseHiddenImage, refuseHiddenLaunch, refuseHiddenPicture } from './visibility.ts'
import { listContractWarnings } from './warnings.ts'

export function createScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'createScore',
    summary: 'Score a proposed launch',
    tags: ['scoring'],
    headers: IdempotencyHeaders,
    body: ref(ScoreRequest),
    response: {
      200: scoreEvents,
      201: response(ScoreResult, 'The new record'),
      ...errorResponses(400, 401, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post(
    '/v1/score',
    { schema, attachValidation: true, config: { takesPublishableKeys: true, isScoring: true } },
    async (request, reply) => {
      const { body: given, validationError } = request
      if (validationError) throw nameMissing(validationError, given)
      requireContract(given)
      const sent = isWhole(given) ? normalise(deps, given) : null
      if (!sent) checkByContract(given, deps.config)
      const { scoreDeadlineMs, heartbeatMs } = deps.config
      const signal = startDeadline(reply, scoreDeadlineMs)
      const owner = request.caller.key
      const { creatorSignature = null, draft: isDraft = false } = given
      const isVouched = owner?.isVouching ?? false
      const takeLimit = () => consumeNameLookUp(deps, request, reply)
      const chain = limitChain(deps, request, reply)
      const score = (noteSignal?: NoteSignal) =>
        withIdempotencyKey(deps, { request, signal }, async (key) => {
          // After the key: a repeated request gets its record, whatever its creator's name or its contract says now.
          if (!sent) await consumeContractRead(deps, request, reply)
          await requireServed(deps, sent ? sent.chainId : given.chainId, signal)
          const { normal, filled } = sent ? { normal: sent, filled: [] } : await readByContract(deps, given, signal)
          const resolved = await resolveCreator(deps, normal, { signal, takeLimit })
          const submission = { ...resolved, ...(filled.length > 0 && { filled }) }
          const claim = { submission, signature: creatorSignature, isVouched }
          const proven = sent ? await proveCreator({ ...deps, chain }, claim, signal) : unproven
          const trust = await findTrust(deps, submission, proven)
          return admitScoring(deps, { request, reply, signal, trust }, async (model) =>
            createScore(
              { ...deps, model },
              { submission, proven, prompt: await deps.activePrompt(), isCurrent: true, owner, isDraft },
              { signal, key, ...(noteSignal && { noteSignal }) },
            ),
          ).catch((error: unknown) => {
            throw explainFilled(error, filled)
          })
        })
      if (acceptsEvents(request)) return sendScoreEvents({ request, reply, heartbeatMs }, score)
      return sendCreated(reply, await score())
    },
  )
}

function normalise(deps: Deps, given: ScoreSubmission): NormalSubmission {
  const normal = normaliseSubmission(given, deps.config)
  checkImageUrl(deps, normal.imageUrl)
  return normal
}

async function readByContract(deps: Deps, given: ScoreRequest, signal: AbortSignal) {
  const { submission, filled } = await fillSubmission(deps, given, signal)
  try {
    return { normal: normalise(deps, submission), filled }
  } catch (error) {
    throw explainFilled(error, filled)
  }
}

/** Nobody stands behind a creator whom the service found, nor behind fields that nobody sent. */
const unproven: Proven = { proof: 'none' }

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
  isDraft?: boolean
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

/**
 * Measures a submission and stores its score with the evidence and the event, all or nothing. Of a draft, it stores only
 * the score.
 */
export async function createScore(
  deps: Deps,
  { submission, proven, prompt, isCurrent, owner, isDraft = false, replay }: ScoreInput,
  { signal, key, ...observed }: ScoringCall,
): Promise<CreatedScore> {
  const names = foldNames(submission)
  const { creatorAddress } = submission
  const leaveStart = await deps.scorings.enterStart(signal)
  const fetching = replay ? Promise.resolve(replay.image) : fetchShownImage(deps, submission.imageUrl, signal)
  fetching.then(leaveStart, leaveStart)
  const { needsPicture } = replay
    ? { needsPicture: false }
    : await refuseHiddenLaunch(deps.db, { creatorAddress, names })

  const counted = findCountedCreators(prompt.rules)
  const handleRecord = findHandleRecord(deps.db, { submission, counted, now: deps.clock.now() })
  const submittedAt = replay?.submittedAt ?? deps.clock.now()
  const cappedCopies = findCappedCopies(prompt.rules)
  const { measurement = null, boundContract = null } = replay ?? {}
  const contractAddress = boundContract ?? submission.contractAddress
  const isTest = owner?.isTest ?? false
  const namesakes = isTest
    ? Promise.resolve(null)
    : searchNamesakes(deps, { ...submission, contractAddress, submittedAt }, signal)
  namesakes.catch(() => {}) // it ends with the scoring
  const launch = submission
  const resembling = { launch, names, creatorAddress, submittedAt, image: fetching, cappedCopies, namesakes }
  const { recalling, ...memory } = recall(deps, resembling, signal)
  recalling.catch(() => {}) // awaited after the image too
  const creatorProof = proven.proof
  const contract = { contractAddress, isProvenOwn: boundContract !== null }
  const signed = { isSigned: creatorProof !== 'none', measurement, contract }
  const subject = { submission, prompt, image: fetching, handleRecord, namesakes, ...signed, ...memory, bandLines }
  const measuring = (isTest ? measureForTestKey : measure)(deps, subject, { signal, ...observed })
  measuring.catch(() => {}) // awaited after the image, so that a bad image is reported before a provider's failure
  const image = await fetching
  if (needsPicture) await recalling.then(() => refuseHiddenPicture(deps.db, { names, imageHash: image.hash }))
  const { measured, facts } = await measuring
  const recalled = await recalling

  return deps.scorings.write(async () => {
    const id = deps.random.uuid()
    const createdAt = deps.clock.now()
    const rescoredFrom = replay?.rescoredFrom ?? null
    const ingredients = { submission, measured, facts, recalled, prompt, creatorProof, rescoredFrom, isTest, createdAt }
    const expiresAt = isDraft ? toDraftEnd(createdAt) : null
    const score = buildScore({ id, ...ingredients, boundContract, expiresAt })
    const body = JSON.stringify(score)
    const evidence = JSON.stringify({ ...toEvidence(measured), memory: recalled, proof: proven })
    const storePublished = async (tx: Tx): Promise<number> => {
      const submissionId = replay?.submissionId ?? deps.random.uuid()
      const { chainId } = submission
      const toKey = (address: string) => toContractKey(address, chainId, deps.config)
      const contract = submission.contractAddress && toKey(submission.contractAddress)
      const bytes = replay
        ? 0
        : await insertSubmission(tx, { submissionId, submission, contract, names, image, creatorProof, createdAt })
      // Before the score: an insertion shares the submission's row, and two that then update it would deadlock.
      if (replay?.usesNewSamples) await updateMeasurement(tx, { submissionId, measurement })
      const { isDeployer, reportedDeployer } = facts
      const found = { isDeployer, reportedDeployer, reading: toReading(facts, toKey) }
      const record = { score, body, evidence, owner, submissionId, contract, prompt, isCurrent, ...found, createdAt }
      await insertScore(tx, record)
      // The insertion has locked the submission, so an earlier take-down is visible now.
      if (replay) refuseHidden(await findHiddenReason(tx, submissionId))
      await enqueue(deps, tx, { event: 'score.created', data: toEventData(score) })
      return bytes
    }
    const newImageBytes = await deps.db.transaction().execute(async (tx) => {
      const bytes = expiresAt
        ? await insertDraft(tx, { id, body, image, createdAt, expiresAt })
        : await storePublished(tx)
      await key.complete(tx, id)
      return bytes
    })
    const { band, confidence } = score
    const kind = isDraft ? 'draft' : 'new'
    deps.metrics.scores.inc({ kind: replay ? 'rescore' : kind, band, confidence })
    return { id, body, storedBytes: countBytes({ body, evidence, isDraft }) + newImageBytes }
  }, signal)
}

const toReading = (
  { token }: GatheredFacts,
  toKey: (address: string) => string,
): NonNullable<ScoreRow['reading']> | null =>
  token?.facts
    ? {
        contract: toKey(token.address),
        warningCodes: listContractWarnings(token.facts),
        readAt: new Date(token.fetchedAt),
      }
    : null

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

/** Evidence counts twice, because the judge's samples hold most of it too; a draft has only the samples. */
const countBytes = ({ body, evidence, isDraft }: { body: string; evidence: string; isDraft: boolean }): number =>
  Buffer.byteLength(body) + (isDraft ? 1 : 2) * Buffer.byteLength(evidence) + rowOverheadBytes

async function measureForTestKey(
  ...[deps, subject, { signal, noteSignal = () => {} }]: Parameters<typeof measure>
): ReturnType<typeof measure> {
  const withoutProviders = { ...deps, model: null, chains: new Map() }
  const note: NoteSignal = (name, reading) => noteSignal(name, mark(reading))
  const { measured, facts } = await measure(withoutProviders, subject, { signal, noteSignal: note })
  return {
    measured: Object.fromEntries(
      Object.entries(measured).map(([name, one]) => [name, { ...one, reading: mark(one.reading) }]),
    ),
    facts,
  }
}

const mark = (reading: Reading): Reading => (reading.stub ? toTestStub(reading) : reading)

interface StreamRequest {
  request: FastifyRequest
  reply: FastifyReply
  heartbeatMs: number
}

/**
 * Sends each signal as an event when it arrives; the last event is the record or the error. A failure before the first
 * signal is an ordinary error response.
 */
async function sendScoreEvents(
  { request, reply, heartbeatMs }: StreamRequest,
  score: (noteSignal: NoteSignal) => Promise<StoredScore>,
): Promise<FastifyReply> {
  const stream = createEventStream({ heartbeatMs })
  const { promise: started, resolve: start } = Promise.withResolvers<null>()
  const scoring = score((signal, { score, stub, reason }) => {
    stream.send('signal', JSON.stringify({ signal, score, stub, reason }))
    start(null)
  })
  try {
    const early = await Promise.race([started, scoring])
    if (early) describeCreated(reply, early)
  } catch (error) {
    stream.body.destroy()
    throw error
  }
  void sendEnd(stream, request, scoring)
  return reply.code(200).headers(eventStreamHeaders).send(stream.body)
}

/** Logs errors itself, because the error handler no longer runs. */
async function sendEnd(stream: EventStream, request: FastifyRequest, scoring: Promise<StoredScore>): Promise<void> {
  try {
    stream.send('score', (await scoring).body)
  } catch (error) {
    logFault(error as FastifyError, request) // whatever was thrown, as for Fastify's own handler
    stream.send('error', JSON.stringify(toErrorBody(error as FastifyError)))
  }
  stream.end()
}

const scoreEvents = {
  description:
    'As JSON, the record that an earlier request with this Idempotency-Key made. With `Accept: text/event-stream`, events: `signal` for each signal, and at the end `score` with the record or `error` with the error envelope',
  content: {
    'application/json': { schema: ref(ScoreResult) },
    [eventStreamType]: {
      schema: Type.String({
        description:
          'Server-sent events. The data of `signal` has `signal`, `score` and `stub`; that of `score` is a ScoreResult',
      }),
    },
  },
}
