import type { LeaveProps } from '../../../contract/props/launch.ts'
import type { Deps } from '../../deps.ts'
import { findToldState } from '../../outcomes/followed/launch-outcome.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import { getLaunch } from '../../launches/get-launch.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { IdParam, createPageNotFoundError, getPageId } from '../id-param.ts'
import type { Site } from '../load-site.ts'

export function leavePageRoute(app: App, { reads }: Deps, site: Site) {
  const schema = { hide: true, params: IdParam }
  app.get('/launch/:id/leave', { schema, onSend: setEtag }, async (request, reply) => {
    const props = await getLeaveProps(reads, getPageId(request.params.id, 'launch'))
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'leave', props, path: `/launch/${props.enrollmentId}/leave` })
  })
}

async function getLeaveProps(reads: Deps['reads'], id: string): Promise<LeaveProps> {
  const launch = await getLaunch(reads, id)
  if (!launch) throw createPageNotFoundError('launch')
  const { enrollment, score, page } = launch
  const state = await findToldState(reads, score.id)
  if (!state) throw createPageNotFoundError('launch')
  if (page.ctaUrl === null) throw new ApiError('not_found', 'This launch’s page has no call to action.')
  const { ctaUrl: url, ctaUrlUnicode: unicodeUrl } = page
  return { enrollmentId: enrollment.enrollmentId, score: withNewerWarnings(score, state), state, url, unicodeUrl }
}
