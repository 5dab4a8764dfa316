import { Type } from 'typebox'
import { type TrackRecordDeps, getTrackRecord } from '../../outcomes/track-record/get-track-record.ts'
import { findClaims } from '../../outcomes/track-record/store.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import type { Site } from '../load-site.ts'

const Query = Type.Object({
  horizon: Type.Optional(Type.Enum(['24h', '7d', '30d', '90d'], { description: 'one of 24h, 7d, 30d and 90d' })),
})

/** GET /track-record: what became of scored launches. */
export function trackRecordPageRoute(app: App, deps: TrackRecordDeps, site: Site) {
  const schema = { hide: true, querystring: Query }
  app.get('/track-record', { schema, onSend: setEtag }, async (request, reply) => {
    const [record, claims] = await Promise.all([getTrackRecord(deps, request.query), findClaims(deps.reads)])
    const props = {
      record,
      claims: {
        fixedAt: claims && claims.fixedAt.toISOString(),
        digest: claims && `0x${claims.digest.toString('hex')}`,
        list: claims ? (JSON.parse(claims.body) as { claims: { id: string; claim: string }[] }).claims : [],
      },
    }
    reply.header('cache-control', 'public, max-age=60')
    return site.send(reply, { name: 'trackRecord', props, path: '/track-record' })
  })
}
