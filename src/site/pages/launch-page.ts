import type { LaunchProps } from '../../../contract/props/launch.ts'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { getLaunch } from '../../launches/get-launch.ts'
import { getPhase } from '../../launches/launch-phase.ts'
import { listPageEdits } from '../../launches/list-page-edits.ts'
import { findLaunchOutcome, findToldState } from '../../outcomes/followed/launch-outcome.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import { getCreator } from '../../rankings/get-creator.ts'
import { findOriginal } from '../../rankings/original-store.ts'
import { findStanding } from '../../scoring/shown/shown-store.ts'
import { IdParam, createPageNotFoundError, getPageId } from '../id-param.ts'
import type { Site } from '../load-site.ts'

const maxEdits = 20

/** `?new`: the creator has just enrolled, and sees the next steps. */
const Query = Type.Object({ new: Type.Optional(Type.String()) })

export function launchPageRoute(app: App, deps: Deps, site: Site) {
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
  const [{ edits, nextCursor }, creator, outcome, state, standing, original] = await Promise.all([
    listPageEdits(reads, id, { limit: maxEdits, after: null }),
    getCreator(reads, launch.enrollment.creatorAddress),
    findLaunchOutcome(deps, launch.score.id),
    findToldState(reads, launch.score.id),
    findStanding(reads, launch.score.id),
    findOriginal(reads, launch.score.id),
  ])
  if (!state) throw createPageNotFoundError('launch')
  const now = clock.now()
  return {
    launch: { ...launch, score: withNewerWarnings(launch.score, state) },
    state,
    standing,
    original: original ? { ...original, enrolledAt: original.enrolledAt.toISOString() } : null,
    edits,
    hasMoreEdits: nextCursor !== null,
    phase: getPhase({ ...launch, isLaunched: outcome.launched !== null }, now),
    chainId: config.chainId,
    canRemind: config.notify.vapid !== null,
    telegramChannel: toChannel(config.notify.telegram),
    creator,
    outcome,
    now: now.toISOString(),
  }
}

/** Only a channel with a public name can be followed. */
const toChannel = (telegram: { chat: string } | null): string | null =>
  telegram?.chat.startsWith('@') ? telegram.chat : null
