import { Type } from 'typebox'
import { toChecksumAddress } from '../../../contract/address.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import type { EnrollProps, LaunchProps, LeaveProps } from '../../../contract/props/launch.ts'
import { parseScore } from '../../../contract/schemas/score.ts'
import { type AttestationRow, findAttestation } from '../../attestation/store.ts'
import { toAttestationResponse } from '../../attestation/get-attestation.ts'
import { readStoredLaunches } from '../../creators/creator-history.ts'
import type { Deps } from '../../deps.ts'
import { buildEnrollmentMessage, toEnrollmentResponse } from '../../launches/enroll.ts'
import { findEnrollment } from '../../launches/enrollment-store.ts'
import { getLaunch, getPhase } from '../../launches/get-launch.ts'
import { listPageEdits } from '../../launches/launch-page.ts'
import { findRemindBy } from '../../notifications/reminders.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { findOriginal } from '../../rankings/launch-store.ts'
import { findStanding } from '../../scoring/shown-store.ts'
import { findShownBody } from '../../scoring/store.ts'
import { refuseHidden, refuseHiddenCreator } from '../../scoring/visibility.ts'
import { findLaunchOutcome, findLeadState } from '../../tokens/launch-outcome.ts'
import { createPageNotFoundError, getPageId, IdParam, type SiteRenderer } from '../load-site.ts'

const maxEdits = 20

/** `?new`: the creator has just enrolled, and sees the next steps. */
const Query = Type.Object({ new: Type.Optional(Type.String()) })

export function launchPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, params: IdParam, querystring: Query }
  app.get('/launch/:id', { schema, onSend: setEtag }, async (request, reply) => {
    const launch = await getLaunchProps(deps, getPageId(request.params.id, 'launch'))
    const props = { ...launch, isNew: request.query.new !== undefined }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'launch', props, path: `/launch/${props.launch.enrollment.enrollmentId}` })
  })
}

async function getLaunchProps(deps: Deps, id: string): Promise<Omit<LaunchProps, 'isNew'>> {
  const { config, reads, clock } = deps
  const launch = await getLaunch(reads, id)
  if (!launch) throw createPageNotFoundError('launch')
  const [{ edits, nextCursor }, creator, outcome, state, standing, original, attestation, remindBy] = await Promise.all(
    [
      listPageEdits(reads, id, { limit: maxEdits, after: null }),
      readStoredLaunches(deps, launch.enrollment.creatorAddress.toLowerCase()),
      findLaunchOutcome(deps, launch.score.id),
      findLeadState(reads, launch.score.id),
      findStanding(reads, launch.score.id),
      findOriginal(reads, launch.score.id),
      findAttestation(reads, launch.score.id),
      findRemindBy(deps, launch.enrollment.enrollmentId),
    ],
  )
  if (!state) throw createPageNotFoundError('launch')
  await refuseHiddenCreator(reads, launch.enrollment.creatorAddress.toLowerCase())
  const now = clock.now()
  return {
    launch: { ...launch, score: withNewerWarnings(launch.score, state) },
    state,
    standing,
    original: original ? { ...original, enrolledAt: original.enrolledAt.toISOString() } : null,
    edits,
    hasMoreEdits: nextCursor !== null,
    phase: getPhase({ ...launch, isLaunched: outcome.launched !== null }, now),
    chainId: launch.score.submission.chainId ?? config.chainId,
    remindBy,
    telegramChannel: toChannel(config.notify.telegram),
    creator,
    recorded: toRecorded(attestation),
    outcome,
    now: now.toISOString(),
  }
}

function toRecorded(row: AttestationRow | undefined): LaunchProps['recorded'] {
  const attestation = row && toAttestationResponse(row)
  if (attestation?.status !== 'published') return null
  const { txHash, chainId } = attestation
  return { txHash, chainId }
}

/** Only a channel with a public name can be followed. */
const toChannel = (telegram: { chat: string } | null): string | null =>
  telegram?.chat.startsWith('@') ? telegram.chat : null

export function enrollPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, params: Type.Object({ scoreId: Type.String() }) }
  app.get('/enroll/:scoreId', { schema, onSend: setEtag }, async (request, reply) => {
    const id = getPageId(request.params.scoreId, 'score')
    const props = await getEnrollProps(deps, id)
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'enroll', props, path: `/enroll/${id}` })
  })
}

async function getEnrollProps({ reads, config, clock }: Deps, id: string): Promise<EnrollProps> {
  const [shown, enrollment, state] = await Promise.all([
    findShownBody(reads, id),
    findEnrollment(reads, id),
    findLeadState(reads, id),
  ])
  if (!shown || !state) throw createPageNotFoundError('score')
  refuseHidden(shown.hiddenReason)
  const score = withNewerWarnings(parseScore(shown.body), state)
  const creatorAddress = toChecksumAddress(score.submission.creatorAddress)
  const { serviceName, enrollmentDomain: domain } = config
  return {
    score,
    state,
    enrollment: enrollment ? toEnrollmentResponse(enrollment) : null,
    message: buildEnrollmentMessage({ serviceName, scoreId: id, creatorAddress, domain }),
    now: clock.now().toISOString(),
  }
}

export function leavePageRoute(app: App, { reads }: Deps, site: SiteRenderer) {
  const schema = { hide: true, params: IdParam }
  app.get('/launch/:id/leave', { schema, onSend: setEtag }, async (request, reply) => {
    const props = await getLeaveProps(reads, getPageId(request.params.id, 'launch'))
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'leave', props, path: `${props.backPath}/leave` })
  })
}

async function getLeaveProps(reads: Deps['reads'], id: string): Promise<LeaveProps> {
  const launch = await getLaunch(reads, id)
  if (!launch) throw createPageNotFoundError('launch')
  const { enrollment, score, page } = launch
  const state = await findLeadState(reads, score.id)
  if (!state) throw createPageNotFoundError('launch')
  if (page.ctaUrl === null) throw new ApiError('not_found', 'This launch’s page has no call to action.')
  const { ctaUrl: url, ctaUrlUnicode: unicodeUrl } = page
  const backPath = `/launch/${enrollment.enrollmentId}`
  return { from: 'launch', backPath, score: withNewerWarnings(score, state), state, url, unicodeUrl }
}
