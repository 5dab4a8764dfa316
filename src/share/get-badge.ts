import { Type } from 'typebox'
import { createScoreNotFoundError } from '../scoring/shown/create-score-not-found-error.ts'
import { findToldState } from '../outcomes/followed/launch-outcome.ts'
import { findAttestation } from '../attestation/store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { ScoreId } from '../../contract/schemas/score.ts'
import { toBadge, badgeStyles, badgeThemes } from './badge.ts'
import { cardBadge, compactBadge } from './badge-svg.ts'
import { getScoreOrThrow } from './get-score-or-throw.ts'

const Query = Type.Object({
  style: Type.Optional(Type.Enum(badgeStyles)),
  theme: Type.Optional(Type.Enum(badgeThemes)),
})

export function getBadgeRoute(app: App, deps: Deps) {
  const schema = { hide: true, params: ScoreId, querystring: Query }
  app.get('/score/:id/badge.svg', { schema, onSend: setEtag }, async (request, reply) => {
    const { style = 'compact', theme = 'auto' } = request.query
    const badge = await readBadge(deps, request.params.id.toLowerCase())
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    return reply.type('image/svg+xml; charset=utf-8').send((style === 'card' ? cardBadge : compactBadge)(badge, theme))
  })
}

async function readBadge({ reads, clock, config }: Deps, id: string) {
  const [score, state, attestation] = await Promise.all([
    getScoreOrThrow(reads, id),
    findToldState(reads, id),
    findAttestation(reads, id),
  ])
  if (!state) throw createScoreNotFoundError()
  return toBadge({ score, state, isRevoked: attestation?.revokedAt != null, now: clock.now(), site: config })
}
