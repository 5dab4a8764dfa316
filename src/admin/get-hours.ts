import type { ActivityName } from '../activity/names.ts'
import { listActivityHours } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { hourMs } from '../../contract/durations.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { toModelCost } from './activity-totals.ts'
import { type ActivityHour, AdminHours } from '../../contract/schemas/operations.ts'

const shownHours = 24

export function getHoursRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAdminHours',
    summary: 'Fetch scores, errors, model usage and deliveries by the hour',
    tags: ['admin'],
    response: { 200: response(AdminHours, 'The last 24 hours'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/hours', { schema }, () => getHours(deps))
}

async function getHours({ config, db, clock }: Deps): Promise<AdminHours> {
  const now = clock.now()
  const last = Math.floor(now.getTime() / hourMs)
  const hours = Array.from({ length: shownHours }, (_, index) => new Date((last - shownHours + 1 + index) * hourMs))
  const rows = await listActivityHours(db, hours[0] ?? now)
  const amounts = new Map(rows.map(({ name, hour, amount }) => [`${name} ${hour.getTime()}`, amount]))
  return {
    hours: hours.map((hour) =>
      toHour(config, hour, (...names) =>
        names.reduce((sum, name) => sum + (amounts.get(`${name} ${hour.getTime()}`) ?? 0), 0),
      ),
    ),
    asOf: now.toISOString(),
  }
}

function toHour(config: Deps['config'], hour: Date, sum: (...names: ActivityName[]) => number): ActivityHour {
  const [inputTokens, outputTokens] = [sum('model.input-token'), sum('model.output-token')]
  const savedTokens = sum('model.saved-token')
  return {
    hour: hour.toISOString(),
    scores: sum('score.green', 'score.amber', 'score.red', 'score.preliminary'),
    errors: sum('response.error'),
    limited: sum('response.limited'),
    modelTokens: inputTokens + outputTokens,
    modelCost: toModelCost(config, { inputTokens, outputTokens, savedTokens }),
    delivered: sum('delivery.success'),
    failed: sum('delivery.failure'),
  }
}
