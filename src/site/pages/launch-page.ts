import type { LaunchProps } from 'launchscore-web/pages'
import type { Deps } from '../../deps.ts'
import { getLaunch } from '../../launches/get-launch.ts'
import { listPageEdits } from '../../launches/list-page-edits.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { IdParam, getPageId, pageNotFound } from '../id-param.ts'
import { getPhase } from './launch-phase.ts'
import type { Site } from '../load-site.ts'

type LaunchPageDeps = Pick<Deps, 'config' | 'reads' | 'clock'>

const maxEdits = 20

/** GET /launch/:id: a launch with its creator's page and its score. */
export function launchPageRoute(app: App, deps: LaunchPageDeps, site: Site) {
  app.get('/launch/:id', { schema: { hide: true, params: IdParam }, onSend: setEtag }, async (request, reply) => {
    const props = await getLaunchProps(deps, getPageId(request.params.id, 'launch'))
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'launch', props, path: `/launch/${props.launch.enrollment.enrollmentId}` })
  })
}

async function getLaunchProps({ config, reads, clock }: LaunchPageDeps, id: string): Promise<LaunchProps> {
  const launch = await getLaunch(reads, id)
  if (!launch) throw pageNotFound('launch')
  const { edits, nextCursor } = await listPageEdits(reads, id, { limit: maxEdits, after: null })
  return {
    launch,
    edits,
    hasMoreEdits: nextCursor !== null,
    phase: getPhase(launch, clock.now()),
    chainId: config.chainId,
    canRemind: config.notify.vapid !== null,
  }
}
