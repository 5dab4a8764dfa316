import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { ScoreId } from '../scoring/schemas.ts'
import { countCohort } from './count-store.ts'
import { percentileOf } from './percentile.ts'
import { Percentile } from './schemas.ts'
import { findStandingSubject } from './store.ts'
import { type Window, startOf } from './windows.ts'

const Query = Type.Object({
  window: Type.Optional(Type.Enum(['24h', '7d', '30d', 'all'], { description: 'Age of the cohort; 7d when absent' })),
})

/** GET /v1/score/:id/percentile: where a score stands among comparable ones. */
export function getPercentileRoute(app: App, deps: Pick<Deps, 'reads' | 'clock'>) {
  const schema = {
    operationId: 'getPercentile',
    summary: 'Percentile of a score in its cohort',
    tags: ['scoring'],
    params: ScoreId,
    querystring: Query,
    response: { 200: answer(Percentile, 'Where the score stands'), ...errorAnswers(400, 404, 500) },
  }
  app.get('/v1/score/:id/percentile', { schema }, async (request, reply) => {
    const { window = '7d' } = request.query
    reply.header('cache-control', 'public, max-age=15')
    return getPercentile(deps, { id: request.params.id.toLowerCase(), window })
  })
}

/** The percentile of a score, preliminary or final, among the final comparable ones of the window (D21). */
export async function getPercentile(
  { reads, clock }: Pick<Deps, 'reads' | 'clock'>,
  { id, window }: { id: string; window: Window },
): Promise<Static<typeof Percentile>> {
  const subject = await findStandingSubject(reads, id)
  if (!subject) throw new ApiError('not_found', 'There is no score with this id.')
  const now = clock.now()
  const count = await countCohort(reads, { subject, window, since: startOf(window, now) })
  return {
    scoreId: id,
    window,
    percentile: percentileOf(count),
    cohortSize: count.size,
    aggregate: subject.aggregate_x100 / 100,
    band: subject.band,
    promptVersion: subject.prompt_version,
    asOf: now.toISOString(),
  }
}
