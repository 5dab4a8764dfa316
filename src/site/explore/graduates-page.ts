import { Type } from 'typebox'
import type { ExploreProps } from 'launchscore-web/pages'
import { type TrackRecordDeps, createTrackRecordReader } from '../../outcomes/track-record/get-track-record.ts'
import { listGraduates } from '../../outcomes/track-record/list-graduates.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import type { Site } from '../load-site.ts'
import { type SignalProviders, pendingSignals } from '../../scoring/shown/pending-signals.ts'

type GraduatesDeps = TrackRecordDeps & Pick<Deps, 'clock'> & SignalProviders

/** GET /graduates: the launches whose token graduated, with what became of them since, and the share of those that traded. */
export function graduatesPageRoute(app: App, deps: GraduatesDeps, site: Site) {
  const pending = pendingSignals(deps)
  const readTrackRecord = createTrackRecordReader(deps)
  const schema = { hide: true, querystring: Type.Object(pageQuery) }
  app.get('/graduates', { schema, preValidation: checkLimit, onSend: setEtag }, async (request, reply) => {
    const [list, { funnel }] = await Promise.all([
      listGraduates(deps, pageRequest(request.query)),
      readTrackRecord({ population: 'observed', unit: 'token' }),
    ])
    const props: ExploreProps = {
      ...noFilters,
      tab: 'graduated',
      graduates: { entries: list.graduates, count: list.count, traded: funnel.traded, observing: list.observing },
      nextCursor: list.nextCursor,
      isFirst: request.query.cursor === undefined,
      limit: request.query.limit ?? null,
      now: deps.clock.now().toISOString(),
      pending,
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'explore', props, path: '/graduates' })
  })
}

const noFilters = { tickets: [], page: 1, when: null, band: null, window: null, isSigned: false }
