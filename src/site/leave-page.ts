import type { LeaveProps } from 'launchscore-web/pages'
import type { Deps } from '../deps.ts'
import { getLaunch } from '../launches/get-launch.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { IdParam, idOfPage, noSuchPage } from './id-param.ts'
import type { Site } from './open-site.ts'

/** GET /launch/:id/leave: names the host that a call to action leads to, before anybody goes there. */
export function leavePageRoute(app: App, { reads }: Pick<Deps, 'reads'>, site: Site) {
  const schema = { hide: true, params: IdParam }
  app.get('/launch/:id/leave', { schema, onSend: tagAnswer }, async (request, reply) => {
    const props = await getLeaveProps(reads, idOfPage(request.params.id, 'launch'))
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'leave', props, path: `/launch/${props.enrollmentId}/leave` })
  })
}

async function getLeaveProps(reads: Deps['reads'], id: string): Promise<LeaveProps> {
  const launch = await getLaunch(reads, id)
  if (!launch) throw noSuchPage('launch')
  const { enrollment, score, page } = launch
  if (page.ctaUrl === null)
    throw new ApiError('not_found', 'This launch leads nowhere else: its page names no address.')
  return { enrollmentId: enrollment.enrollmentId, score, url: page.ctaUrl }
}
