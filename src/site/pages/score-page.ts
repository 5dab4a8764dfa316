import { Type } from 'typebox'
import { isCriticalLead, withNewerWarnings } from '../../../contract/lead.ts'
import type { CompareProps } from '../../../contract/props/compare.ts'
import type { DraftProps, ScoreProps } from '../../../contract/props/score.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { toDigest } from '../../../contract/verification/claim.ts'
import { listWarningCodes } from '../../../contract/warning-words.ts'
import { toAttestationResponse } from '../../attestation/get-attestation.ts'
import { type AttestationRow, findAttestation } from '../../attestation/store.ts'
import { readStoredLaunches } from '../../creators/creator-history.ts'
import type { Deps } from '../../deps.ts'
import { findAppealOf } from '../../launches/appeal-store.ts'
import { toAppealResponse } from '../../launches/appeals.ts'
import { toEnrollmentResponse } from '../../launches/enroll.ts'
import { findEnrollment } from '../../launches/enrollment-store.ts'
import { ApiError, statusByCode } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { canRemind } from '../../notifications/reminders.ts'
import { countWarnedCreator, unsignedCreator } from '../../rankings/get-creator.ts'
import { findOriginal } from '../../rankings/launch-store.ts'
import { createPositionReader, type PositionReader } from '../../rankings/percentile.ts'
import { findShownDraft, toDraftState } from '../../scoring/drafts.ts'
import { listEarlier } from '../../scoring/memory/recall.ts'
import { readScoreWithReplays, readShownScore } from '../../scoring/shown-scores.ts'
import type { ReplayRow } from '../../scoring/shown-store.ts'
import { findLaunchOutcome, findLeadState, unboundOutcome } from '../../tokens/launch-outcome.ts'
import { createPageNotFoundError, getPageId, IdParam, type SiteRenderer } from '../load-site.ts'
import { findRelated } from '../store.ts'

/** Most readers only want to know whether there is a newer record. */
const shownReplays = 10
const maxReplays = 50

const Query = Type.Object({
  /** The reader has just had it scored, and sees the number arrive. */
  new: Type.Optional(Type.String()),
  /** The reader wants more of the records than the newest. */
  records: Type.Optional(Type.String()),
})

export function scorePageRoutes(app: App, deps: Deps, site: SiteRenderer) {
  scorePageRoute(app, deps, site)
  leaveScorePageRoute(app, deps, site)
  comparePageRoute(app, deps, site)
}

function scorePageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, params: IdParam, querystring: Query }
  const positions = createPositionReader(deps)
  app.get('/score/:id', { schema, onSend: setEtag }, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const { new: isNew, records } = request.query
    const limit = records === undefined ? shownReplays : maxReplays
    const props = await getScoreProps(deps, { id, limit, positions })
    const [isFresh, path] = [isNew !== undefined, `/score/${id}`]
    if (props) {
      reply.header('cache-control', 'no-cache')
      return site.send(reply, { name: 'score', props: { ...props, isFresh }, path })
    }
    const draft = await getDraftProps(deps, { id, positions })
    reply.header('cache-control', 'no-store')
    return site.send(reply, { name: 'draft', props: { ...draft, isFresh }, path })
  })
}

interface Asked {
  id: string
  limit: number
  positions: PositionReader
}

/** undefined: no score with this id is published. */
async function getScoreProps(
  deps: Deps,
  { id, limit, positions }: Asked,
): Promise<Omit<ScoreProps, 'isFresh'> | undefined> {
  const { reads, config, attester, clock } = deps
  const [shown, related, position, state, original] = await Promise.all([
    readScoreWithReplays(reads, { id, maxReplays: limit }),
    findRelated(reads, id),
    positions.ofScore(id),
    findLeadState(reads, id),
    findOriginal(reads, id),
  ])
  if (!shown || !related || position === undefined || !state) return undefined
  const { score, standing, replays } = shown
  const { creatorAddress } = score.submission
  const [creator, launches, attestation, enrollment, earlier, appeal, outcome] = await Promise.all([
    related.hasSigner ? countWarnedCreator(reads, creatorAddress) : unsignedCreator(creatorAddress),
    readStoredLaunches(deps, creatorAddress.toLowerCase()),
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
    launches,
    replays: withOwn(replays.slice(0, limit).map(shownReplay), score),
    hasMoreReplays: replays.length > limit && limit < maxReplays,
    attestation: shownAttestation(attestation),
    enrollment: enrollment ? toEnrollmentResponse(enrollment) : null,
    appeal: appeal ? toAppealResponse(appeal) : null,
    outcome,
    chainId: score.submission.chainId ?? config.chainId,
    canRescore: config.scoreAccess === 'open' && !score.test && !isOver,
    canPublish: attester !== null,
    canRemind: canRemind(deps) && !isOver,
    answersBy: {
      email: config.notify.email !== null && deps.secrets !== null,
      pushKey: (deps.secrets && config.notify.vapid?.publicKey) ?? null,
    },
    digest: toDigest(score),
    now: clock.now().toISOString(),
    earlier,
  }
}

async function getDraftProps(
  deps: Deps,
  { id, positions }: Pick<Asked, 'id' | 'positions'>,
): Promise<Omit<DraftProps, 'isFresh'>> {
  const { reads, config, clock } = deps
  const draft = await findShownDraft(deps, id)
  if (!draft) throw createPageNotFoundError('score')
  const { score, expiresAt } = draft
  const state = toDraftState(score)
  const isCompared = !score.hasStubs && !isCriticalLead(state)
  const { creatorAddress } = score.submission
  const [creator, launches, earlier, position] = await Promise.all([
    countWarnedCreator(reads, creatorAddress),
    readStoredLaunches(deps, creatorAddress.toLowerCase()),
    listEarlier(reads, score),
    isCompared ? positions.ofDraft(score) : null,
  ])
  const { chainId } = config
  return { score, state, position, creator, launches, earlier, chainId, expiresAt, now: clock.now().toISOString() }
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

const LinkParams = Type.Object({ id: Type.String(), at: Type.String() })

/** The page between a score and a link of its submission. */
function leaveScorePageRoute(app: App, deps: Deps, site: SiteRenderer) {
  app.get(
    '/score/:id/leave/:at',
    { schema: { hide: true, params: LinkParams }, onSend: setEtag },
    async (request, reply) => {
      const id = getPageId(request.params.id, 'score')
      const { at } = request.params
      const { score, state, caching } = await getLeaving(deps, id)
      const link = /^\d$/.test(at) ? score.submission.links?.[Number(at)] : undefined
      if (!link) throw new ApiError('not_found', 'This score’s submission has no such link.')
      const backPath = `/score/${id}`
      const leaving = { score: withNewerWarnings(score, state), state, url: link.url, unicodeUrl: null }
      const props = { from: 'score', backPath, ...leaving } as const
      reply.header('cache-control', caching)
      return site.send(reply, { name: 'leave', props, path: `${backPath}/leave/${at}` })
    },
  )
}

/** A published score, otherwise a draft. */
async function getLeaving(deps: Deps, id: string) {
  const [shown, state] = await Promise.all([readShownScore(deps.reads, id), findLeadState(deps.reads, id)])
  if (shown && state) return { score: shown.score, state, caching: 'no-cache' }
  const draft = await findShownDraft(deps, id)
  if (!draft) throw createPageNotFoundError('score')
  return { score: draft.score, state: toDraftState(draft.score), caching: 'no-store' }
}

/** The form repeats the parameter. */
const CompareQuery = Type.Object({ ids: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) })

/** Up to four scores side by side. An invalid list still shows the scores that it names. */
function comparePageRoute(app: App, deps: Deps, site: SiteRenderer) {
  app.get(
    '/compare',
    { schema: { hide: true, querystring: CompareQuery }, onSend: setEtag },
    async (request, reply) => {
      const { ids, fault, rest } = readScoreIds([request.query.ids ?? []].flat())
      const entries = await Promise.all(ids.map((id) => findEntry(deps.reads, id)))
      const gone = entries.every((entry) => entry.gone !== null) ? (entries[0]?.gone ?? null) : null
      reply.header('cache-control', 'no-cache')
      const shown = gone ? listHidden(entries, rest) : { entries, typed: rest }
      const problem = fault ?? gone
      const props = { ...shown, problem, now: deps.clock.now().toISOString() }
      return site.send(reply, { name: 'compare', props, path: '/compare', status: toStatus(problem) })
    },
  )
}

type Entry = CompareProps['entries'][number]

/** When no score is left to show. */
function listHidden(entries: Entry[], rest: string) {
  const unknown = entries.filter(({ gone }) => gone === 'not_found').map(({ id }) => id)
  return { entries: entries.filter(({ gone }) => gone === 'hidden'), typed: [...unknown, rest].join(' ').trim() }
}

function toStatus(problem: CompareProps['problem']): number {
  if (problem === null) return 200
  return statusByCode[problem === 'hidden' || problem === 'not_found' ? problem : 'bad_request']
}

const unknownScore = 'One of these scores doesn’t exist. Check its link, or compare others.'

/** A missing score doesn't hide the others. */
async function findEntry(reads: Deps['reads'], id: string): Promise<Entry> {
  try {
    const [shown, state] = await Promise.all([readShownScore(reads, id), findLeadState(reads, id)])
    if (!shown || !state) return { id, gone: 'not_found', message: unknownScore }
    return { id, gone: null, score: withNewerWarnings(shown.score, state), state, standing: shown.standing }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'hidden') return { id, gone: 'hidden', message: error.message }
    throw error
  }
}

const maxScores = 4
const maxLength = 2000

interface ReadIds {
  /** At most four. */
  ids: string[]
  /** null: the list is complete. */
  fault: 'too-long' | 'unreadable' | 'too-many' | null
  /** The part that names no score. */
  rest: string
}

/** Ids or links, separated by commas. */
export function readScoreIds(texts: string[]): ReadIds {
  const text = texts.join()
  if (text.length > maxLength) return { ids: [], fault: 'too-long', rest: '' }
  const parts = text.split(/[\s,]/).filter((part) => part !== '')
  const ids = [...new Set(parts.flatMap((part) => findId(part) ?? []))]
  const shown = { ids: ids.slice(0, maxScores) }
  const unread = parts.filter((part) => findId(part) === undefined)
  if (unread.length > 0) return { ...shown, fault: 'unreadable', rest: unread.join(' ') }
  if (ids.length > maxScores) return { ...shown, fault: 'too-many', rest: ids.slice(maxScores).join(' ') }
  return { ...shown, fault: null, rest: '' }
}

const findId = (part: string): string | undefined => idPattern.exec(part)?.[0].toLowerCase()

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
