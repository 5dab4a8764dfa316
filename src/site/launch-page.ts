import type { LaunchProps } from 'launchscore-web/pages'
import type { Deps } from '../deps.ts'
import { getLaunch } from '../launches/get-launch.ts'
import { listPageEdits } from '../launches/list-page-edits.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { IdParam, idOfPage, noSuchPage } from './id-param.ts'
import { phaseOf } from './launch-phase.ts'
import type { Site } from './open-site.ts'

type LaunchPageDeps = Pick<Deps, 'config' | 'reads' | 'clock'>

const mostEdits = 20

/** GET /launch/:id: a launch as its creator and its score present it. */
export function launchPageRoute(app: App, deps: LaunchPageDeps, site: Site) {
  app.get('/launch/:id', { schema: { hide: true, params: IdParam }, onSend: tagAnswer }, async (request, reply) => {
    const props = await getLaunchProps(deps, idOfPage(request.params.id, 'launch'))
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'launch', props, path: `/launch/${props.launch.enrollment.enrollmentId}` })
  })
}

async function getLaunchProps({ config, reads, clock }: LaunchPageDeps, id: string): Promise<LaunchProps> {
  const launch = await getLaunch(reads, id)
  if (!launch) throw noSuchPage('launch')
  const { edits, nextCursor } = await listPageEdits(reads, id, { limit: mostEdits, after: null })
  return {
    launch,
    edits,
    hasMoreEdits: nextCursor !== null,
    phase: phaseOf(launch, clock.now()),
    chainId: config.chainId,
    canRemind: config.notify.vapid !== null,
  }
}
