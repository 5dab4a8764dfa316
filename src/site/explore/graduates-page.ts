import { Type } from 'typebox'
import type { ExploreProps } from '../../../contract/props/lists.ts'
import { countTraded } from '../../outcomes/track-record/graduate-store.ts'
import { listGraduates } from '../../outcomes/track-record/list-graduates.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import type { Site } from '../load-site.ts'
import { listPendingSignals } from '../../scoring/shown/list-version-signals.ts'

export function graduatesPageRoute(app: App, deps: Deps, site: Site) {
  const schema = { hide: true, querystring: Type.Object(pageQuery) }
  app.get('/graduates', { schema, preValidation: checkLimit, onSend: setEtag }, async (request, reply) => {
    const [list, traded] = await Promise.all([listGraduates(deps, pageRequest(request.query)), countTraded(deps.reads)])
    const props: ExploreProps = {
      ...noFilters,
      tab: 'graduated',
      graduates: { entries: list.graduates, count: list.count, traded, observing: list.observing },
      nextCursor: list.nextCursor,
      isFirst: request.query.cursor === undefined,
      limit: request.query.limit ?? null,
      now: deps.clock.now().toISOString(),
      pending: await listPendingSignals(deps),
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'explore', props, path: '/graduates' })
  })
}

const noFilters = { tickets: [], page: 1, when: null, band: null, window: null, isSigned: false }
