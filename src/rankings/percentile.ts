import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { Percentile } from '../../contract/schemas/ranking.ts'
import { ScoreId, type ScoreResult } from '../../contract/schemas/score.ts'
import type { Position } from '../../contract/score-place.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { findShownDraft } from '../scoring/drafts.ts'
import { createScoreNotFoundError, refuseHidden } from '../scoring/visibility.ts'
import { findRankedScore, type RankedScore } from './launch-store.ts'
import { countBins, countCohort, countCohortOf } from './ranking-count-store.ts'
import { toCohortName, toWindowStart, type Window, windows } from './windows.ts'

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
    const { percentile, isDraft } = await getPercentile(deps, { id: request.params.id.toLowerCase(), window })
    reply.header('cache-control', isDraft ? 'no-store' : 'public, max-age=15')
    return percentile
  })
}

/** Compares with the final comparable scores of the window (D21). */
async function getPercentile(
  deps: Deps,
  { id, window }: { id: string; window: Window },
): Promise<{ percentile: Static<typeof Percentile>; isDraft: boolean }> {
  const { db, reads, clock } = deps
  // The replica may not have the score yet.
  const published = (await findRankedScore(reads, id)) ?? (await findRankedScore(db, id))
  refuseHidden(published?.hiddenReason)
  const score = published ?? (await getRankedDraft(deps, id))
  const now = clock.now()
  const count = await countCohort(reads, { score, window, since: toWindowStart(window, now) })
  const percentile = {
    scoreId: id,
    window,
    percentile: toPercentile(count),
    cohortSize: count.size,
    aggregate: score.aggregateX100 / 100,
    band: score.band,
    confidence: score.hasStubs ? ('preliminary' as const) : ('final' as const),
    promptVersion: score.promptVersion,
    asOf: now.toISOString(),
  }
  return { percentile, isDraft: !published }
}

/** A draft is compared, but not part of the cohort (D88). */
async function getRankedDraft(deps: Deps, id: string): Promise<Omit<RankedScore, 'hiddenReason'>> {
  const draft = await findShownDraft(deps, id)
  if (!draft) throw createScoreNotFoundError()
  return toRanked(draft.score)
}

function toRanked({ aggregate, band, promptVersion, hasStubs }: ScoreResult) {
  const [promptName = '', semver = ''] = promptVersion.split('@')
  const promptMajor = Number(semver.split('.')[0])
  return { aggregateX100: Math.round(aggregate * 100), band, promptVersion, promptName, promptMajor, hasStubs }
}

/** Ties count half: 0–100 with one decimal; null for an empty cohort. */
export function toPercentile({ below, equal, size }: { below: number; equal: number; size: number }): number | null {
  if (size === 0) return null
  // Whole numbers: tenths of a per cent, doubled for the half of `equal`, plus the rounding half.
  const doubled = 1000 * (2 * below + equal) + size
  return (doubled - (doubled % (2 * size))) / (2 * size) / 10
}

const window = '7d'
const maxCohorts = 8
const binsMs = 60_000

export interface PositionReader {
  /** undefined: no such score; null: it is preliminary, or has a critical warning or a bad outcome (D110). */
  ofScore: (scoreId: string) => Promise<Position | null | undefined>
  ofDraft: (draft: ScoreResult) => Promise<Position>
}

/** The bins of a cohort are cached for a minute. */
export function createPositionReader({ reads, clock }: Deps): PositionReader {
  const bins = new LRUCache<string, Awaited<ReturnType<typeof countBins>>>({
    max: maxCohorts,
    ttl: binsMs,
    fetchMethod: (cohort) => countBins(reads, { cohort, window, since: toWindowStart(window, clock.now()) }),
  })
  return {
    ofScore: async (scoreId) => {
      const count = await countCohortOf(reads, { scoreId, window, since: toWindowStart(window, clock.now()) })
      if (!count?.isCompared) return count && null
      return toPosition(count, await bins.forceFetch(count.cohort))
    },
    ofDraft: async (draft) => {
      const score = toRanked(draft)
      const count = await countCohort(reads, { score, window, since: toWindowStart(window, clock.now()) })
      const cohort = toCohortName({ name: score.promptName, major: score.promptMajor })
      return toPosition(count, await bins.forceFetch(cohort))
    },
  }
}

/** With fewer launches, a bar would identify one. */
const minForBins = 10

const binCount = 20

function toPosition(
  { below, size }: { below: number; size: number },
  counted: { bin: number; count: number }[],
): Position {
  const bins = Array.from({ length: binCount }, (_, at) => counted.find(({ bin }) => bin === at)?.count ?? 0)
  const total = bins.reduce((sum, count) => sum + count, 0)
  return { below, size, bins: total >= minForBins ? bins : null }
}
