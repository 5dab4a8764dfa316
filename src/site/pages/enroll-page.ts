import { Type } from 'typebox'
import type { EnrollProps } from '../../../contract/props/launch.ts'
import type { Deps } from '../../deps.ts'
import { toEnrollmentResponse } from '../../enrollment/enrollment-response.ts'
import { buildEnrollmentMessage } from '../../enrollment/message.ts'
import { findEnrollment } from '../../enrollment/store.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { findToldState } from '../../outcomes/followed/launch-outcome.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import { parseScore } from '../../../contract/schemas/score.ts'
import { findShownBody } from '../../scoring/store.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { createPageNotFoundError, getPageId } from '../id-param.ts'
import type { Site } from '../load-site.ts'

export function enrollPageRoute(app: App, deps: Deps, site: Site) {
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
    findToldState(reads, id),
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
