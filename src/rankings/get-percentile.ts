import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { createScoreNotFoundError } from '../scoring/shown/create-score-not-found-error.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { ScoreId } from '../../contract/schemas/score.ts'
import { countCohort } from './ranking-count-store.ts'
import { toPercentile } from './percentile.ts'
import { Percentile } from '../../contract/schemas/ranking.ts'
import { findRankedScore } from './launch-store.ts'
import { type Window, toWindowStart, windows } from './windows.ts'

const Query = Type.Object({
  window: Type.Optional(Type.Enum([...windows], { description: 'The time window of the cohort; defaults to 7d' })),
})

export function getPercentileRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getPercentile',
    summary: 'Fetch the percentile of a score in its cohort',
    tags: ['scoring'],
    params: ScoreId,
    querystring: Query,
    response: { 200: response(Percentile, 'The percentile and its cohort'), ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/score/:id/percentile', { schema }, async (request, reply) => {
    const { window = '7d' } = request.query
    reply.header('cache-control', 'public, max-age=15')
    return getPercentile(deps, { id: request.params.id.toLowerCase(), window })
  })
}

/** Compares with the final comparable scores of the window (D21). */
async function getPercentile(
  { db, reads, clock }: Deps,
  { id, window }: { id: string; window: Window },
): Promise<Static<typeof Percentile>> {
  const score = (await findRankedScore(reads, id)) ?? (await findRankedScore(db, id)) // The replica may not have the score yet.
  if (!score) throw createScoreNotFoundError()
  refuseHidden(score.hiddenReason)
  const now = clock.now()
  const count = await countCohort(reads, { score, window, since: toWindowStart(window, now) })
  return {
    scoreId: id,
    window,
    percentile: toPercentile(count),
    cohortSize: count.size,
    aggregate: score.aggregateX100 / 100,
    band: score.band,
    confidence: score.hasStubs ? 'preliminary' : 'final',
    promptVersion: score.promptVersion,
    asOf: now.toISOString(),
  }
}
