import type { ScoreProps } from '../../../contract/props/score.ts'
import { Type } from 'typebox'
import { toAttestationResponse } from '../../attestation/attestation-response.ts'
import { toDigest } from '../../../contract/verification/claim.ts'
import { type AttestationRow, findAttestation } from '../../attestation/store.ts'
import type { Deps } from '../../deps.ts'
import { toEnrollmentResponse } from '../../enrollment/enrollment-response.ts'
import { toAppealResponse } from '../../enrollment/appeals/appeal-response.ts'
import { findAppealOf } from '../../enrollment/appeals/appeal-store.ts'
import { findEnrollment } from '../../enrollment/store.ts'
import { findLaunchOutcome, findToldState, unboundOutcome } from '../../outcomes/followed/launch-outcome.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { readScoreWithReplays } from '../../scoring/shown/read-shown-score.ts'
import type { ReplayRow } from '../../scoring/shown/shown-store.ts'
import { isCriticalLead, withNewerWarnings } from '../../../contract/lead.ts'
import { listWarningCodes } from '../../../contract/warning-words.ts'
import { listEarlier } from '../../scoring/memory/list-earlier.ts'
import { countWarnedCreator, unsignedCreator } from '../../rankings/get-creator.ts'
import { findOriginal } from '../../rankings/original-store.ts'
import { createPositionReader } from '../../rankings/position/create-position-reader.ts'
import { IdParam, createPageNotFoundError, getPageId } from '../id-param.ts'
import type { Site } from '../load-site.ts'
import { comparePageRoute } from './compare-page.ts'
import { findRelated } from './related-store.ts'

/** Most readers only want to know whether there is a newer record. */
const shownReplays = 10
const maxReplays = 50

const Query = Type.Object({
  /** The reader has just had it scored, and sees the number arrive. */
  new: Type.Optional(Type.String()),
  /** The reader wants more of the records than the newest. */
  records: Type.Optional(Type.String()),
})

export function scorePageRoutes(app: App, deps: Deps, site: Site) {
  scorePageRoute(app, deps, site)
  comparePageRoute(app, deps, site)
}

function scorePageRoute(app: App, deps: Deps, site: Site) {
  const schema = { hide: true, params: IdParam, querystring: Query }
  const readPosition = createPositionReader(deps)
  app.get('/score/:id', { schema, onSend: setEtag }, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const { new: isNew, records } = request.query
    const limit = records === undefined ? shownReplays : maxReplays
    const props = await getScoreProps(deps, { id, limit, readPosition })
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'score', props: { ...props, isFresh: isNew !== undefined }, path: `/score/${id}` })
  })
}

interface Asked {
  id: string
  limit: number
  readPosition: ReturnType<typeof createPositionReader>
}

async function getScoreProps(deps: Deps, { id, limit, readPosition }: Asked): Promise<Omit<ScoreProps, 'isFresh'>> {
  const { reads, config, attester, clock } = deps
  const [shown, related, position, state, original] = await Promise.all([
    readScoreWithReplays(reads, { id, maxReplays: limit }),
    findRelated(reads, id),
    readPosition(id),
    findToldState(reads, id),
    findOriginal(reads, id),
  ])
  if (!shown || !related || position === undefined || !state) throw createPageNotFoundError('score')
  const { score, standing, replays } = shown
  const { creatorAddress } = score.submission
  const [creator, attestation, enrollment, earlier, appeal, outcome] = await Promise.all([
    related.hasSigner ? countWarnedCreator(reads, creatorAddress) : unsignedCreator(creatorAddress),
    related.isAttested ? findAttestation(reads, id) : undefined,
    related.isEnrolled ? findEnrollment(reads, id) : undefined,
    listEarlier(reads, score),
    related.isAppealed ? findAppealOf(reads, id) : undefined,
    related.isBound ? findLaunchOutcome(deps, id) : unboundOutcome(deps),
  ])
  const isOver = outcome.launched !== null || state.outcome !== null
  return {
    score: withNewerWarnings(score, state),
    state,
    standing,
    original: original ? { ...original, enrolledAt: original.enrolledAt.toISOString() } : null,
    position: score.hasStubs || isCriticalLead(state) ? null : position,
    creator,
    replays: withOwn(replays.slice(0, limit).map(shownReplay), score),
    hasMoreReplays: replays.length > limit && limit < maxReplays,
    attestation: shownAttestation(attestation),
    enrollment: enrollment ? toEnrollmentResponse(enrollment) : null,
    appeal: appeal ? toAppealResponse(appeal) : null,
    outcome,
    chainId: config.chainId,
    canRescore: config.scoreAccess === 'open' && !score.test && !isOver,
    canPublish: attester !== null,
    canRemind: config.notify.vapid !== null && !isOver,
    digest: toDigest(score),
    now: clock.now().toISOString(),
    earlier,
  }
}

const shownReplay = (row: ReplayRow): ScoreProps['replays'][number] => ({
  id: row.id,
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  warnings: row.warningCodes,
  confidence: row.hasStubs ? 'preliminary' : 'final',
  promptVersion: row.promptVersion,
  createdAt: new Date(row.createdAt).toISOString(),
})

/** Adds the score itself if the newest records don't include it. */
function withOwn(replays: ScoreProps['replays'], score: ScoreResult): ScoreProps['replays'] {
  if (replays.some(({ id }) => id === score.id)) return replays
  const { id, aggregate, band, confidence, promptVersion, createdAt } = score
  return [...replays, { id, aggregate, band, warnings: listWarningCodes(score), confidence, promptVersion, createdAt }]
}

/** null where the API responds 404. */
function shownAttestation(row: AttestationRow | undefined): ScoreProps['attestation'] {
  if (!row || row.state === 'failed' || row.state === 'reverted') return null
  return toAttestationResponse(row) ?? { status: 'pending', txHash: row.txHash }
}
