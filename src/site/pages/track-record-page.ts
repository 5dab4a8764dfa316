import type { TrackRecord, TrackRecordProps } from '../../../contract/props/track-record.ts'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { listRecorded } from '../../record/list-recorded.ts'
import { readCreatorFigures } from '../../record/get-creator-figures.ts'
import { findFirstDue, readTrackRecord } from '../../record/get-track-record.ts'
import { listCohortMajors, listSquares } from '../../record/track-record-store.ts'
import { listPlannedLaunches } from '../../rankings/list-launches.ts'
import type { App } from '../../platform/http/app.ts'
import { pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { bandFilter } from '../../../contract/schemas/score.ts'
import type { SiteRenderer } from '../load-site.ts'

const Query = Type.Object({
  horizon: Type.Optional(Type.Enum(['24h', '7d', '30d', '90d'], { description: 'one of 24h, 7d, 30d and 90d' })),
  band: bandFilter('green, amber or red'),
  outcome: Type.Optional(
    Type.Enum(['graduated', 'alive', 'dead', 'rugged', 'unknown', 'open'], {
      description: 'one of graduated, alive, dead, rugged, unknown and open',
    }),
  ),
  version: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999, description: 'the major version of the prompt' })),
  cursor: pageQuery.cursor,
})

export function trackRecordPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, querystring: Query }
  app.get('/track-record', { schema, onSend: setEtag }, async (request, reply) => {
    const { horizon = '30d', band = null, outcome = null, version, cursor } = request.query
    const [record, cohorts, creators, { launches: entries, nextCursor }] = await Promise.all([
      readTrackRecord(deps, { horizon, ...(version !== undefined && { version }) }),
      readCohorts(deps),
      readCreatorFigures(deps),
      listRecorded(deps.reads, { horizon, band, outcome }, pageRequest({ ...(cursor && { cursor }) })),
    ])
    const place = { nextCursor, isFirst: cursor === undefined, now: deps.clock.now().toISOString() }
    const launches = { entries, band, outcome, version: version ?? null, ...place }
    const firstDueAt = (await findFirstDue(deps, record))?.toISOString() ?? null
    const [squares, upcoming] = await Promise.all([readSquares(deps, record), readUpcoming(deps, record)])
    const props = { record, cohorts, firstDueAt, squares, upcoming, launches, creators }
    reply.header('cache-control', 'public, max-age=60')
    return site.send(reply, { name: 'trackRecord', props, path: '/track-record' })
  })
}

/** Cohorts are never added up: the page shows one and links the others. */
async function readCohorts({ reads, activePrompt }: Deps): Promise<TrackRecordProps['cohorts']> {
  const active = await activePrompt()
  return (await listCohortMajors(reads, active.name)).map((major) => ({ major, isActive: major === active.major }))
}

/** A band with more launches shows its newest. */
const maxSquares = 100

async function readSquares(
  { reads, activePrompt }: Deps,
  { asOf, funnel, horizon, version }: TrackRecord,
): Promise<TrackRecordProps['squares']> {
  if (asOf === null || funnel.due === 0) return []
  const { name: promptName } = await activePrompt()
  const params = { horizon, promptName, promptMajor: version }
  return listSquares(reads, params, { asOf: new Date(asOf), limit: maxSquares })
}

const maxUpcoming = 8

async function readUpcoming(deps: Deps, { funnel }: TrackRecord): Promise<TrackRecordProps['upcoming']> {
  if (funnel.due > 0) return []
  const request = { limit: maxUpcoming, after: null, band: undefined, chain: null, plan: 'upcoming' } as const
  return (await listPlannedLaunches(deps, request)).launches
}
