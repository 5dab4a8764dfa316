import type { Deps } from '../../deps.ts'
import { describeKey } from '../../keys/describe-key.ts'
import type { CallerKey } from '../../keys/caller.ts'
import { getHolderKey } from '../../keys/guard.ts'
import { dayMs } from '../../../contract/durations.ts'
import type { App } from '../../platform/http/app.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { nextMidnight, toDay } from '../../platform/utc-day.ts'
import { listDailyScores } from '../admission/daily-store.ts'
import { nameKeyHolder } from '../../platform/network/request-client.ts'
import { KeyHolder } from '../../../contract/schemas/own-scores.ts'

export function getMeRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getMe',
    summary: 'Fetch your key, its limits and its usage',
    tags: ['keys'],
    response: { 200: response(KeyHolder, 'The key of the request'), ...errorResponses(401, 500) },
  }
  app.get('/v1/me', { schema }, (request) => getMe(deps, getHolderKey(request)))
}

const usageDays = 30

async function getMe(deps: Deps, key: CallerKey): Promise<KeyHolder> {
  const now = deps.clock.now()
  const days = Array.from({ length: usageDays }, (_, n) => toDay(new Date(now.getTime() - n * dayMs)))
  const since = days.at(-1) ?? ''
  const [description, scores] = await Promise.all([
    describeKey(deps, key, since),
    listDailyScores(deps.reads, { bucket: nameKeyHolder(key.rootId), since }),
  ])
  const { prefix, label, tier, createdAt, endsAt, limit, requests } = description
  const scored = new Map(scores.map(({ day, scores }) => [day, scores]))
  return {
    prefix,
    label,
    tier,
    test: key.isTest,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    limits: {
      requests: limit,
      scores: toScoreLimit(deps.config.scoreDailyByTier[tier], { taken: scored.get(toDay(now)) ?? 0, now }),
    },
    usage: days.map((date) => ({ date, requests: requests.get(date) ?? 0, scores: scored.get(date) ?? 0 })),
  }
}

const toScoreLimit = (quota: number, { taken, now }: { taken: number; now: Date }) => ({
  quota,
  remaining: Math.max(0, quota - taken),
  resetsAt: nextMidnight(now).toISOString(),
})
