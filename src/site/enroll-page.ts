import { Type } from 'typebox'
import type { EnrollProps } from 'launchscore-web/pages'
import type { Deps } from '../deps.ts'
import { answeredEnrollment } from '../enrollment/answered-enrollment.ts'
import { enrollmentMessage } from '../enrollment/message.ts'
import { findEnrollment } from '../enrollment/store.ts'
import { toChecksumAddress } from '../platform/address.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { findScoreBody } from '../scoring/store.ts'
import { idOfPage, noSuchPage } from './id-param.ts'
import type { Site } from './open-site.ts'

type EnrollPageDeps = Pick<Deps, 'config' | 'reads'>

/** GET /enroll/:scoreId: where a creator signs for a score, and names a time. */
export function enrollPageRoute(app: App, deps: EnrollPageDeps, site: Site) {
  const schema = { hide: true, params: Type.Object({ scoreId: Type.String() }) }
  app.get('/enroll/:scoreId', { schema, onSend: tagAnswer }, async (request, reply) => {
    const id = idOfPage(request.params.scoreId, 'score')
    const props = await getEnrollProps(deps, id)
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'enroll', props, path: `/enroll/${id}` })
  })
}

async function getEnrollProps({ reads, config }: EnrollPageDeps, id: string): Promise<EnrollProps> {
  const [body, enrollment] = await Promise.all([findScoreBody(reads, id), findEnrollment(reads, id)])
  if (body === undefined) throw noSuchPage('score')
  const score = JSON.parse(body) as ScoreResult // we wrote it
  const creatorAddress = toChecksumAddress(score.submission.creatorAddress)
  const { serviceName, enrollmentDomain: domain } = config
  return {
    score,
    enrollment: enrollment ? answeredEnrollment(enrollment) : null,
    message: enrollmentMessage({ serviceName, scoreId: id, creatorAddress, domain }),
  }
}
