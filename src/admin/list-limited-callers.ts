import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { LimitedCallerList } from '../../contract/schemas/operations.ts'

const maxListed = 20

export function listLimitedCallersRoute(app: App, { limitedCallers, clock }: Deps) {
  const schema = {
    operationId: 'listLimitedCallers',
    summary: 'List the callers that rate limits refuse most',
    tags: ['admin'],
    response: { 200: response(LimitedCallerList, 'Those refused most first'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/limited-callers', { schema }, async () => ({
    callers: limitedCallers.list(maxListed).map(({ lastAt, ...one }) => ({ ...one, lastAt: lastAt.toISOString() })),
    asOf: clock.now().toISOString(),
  }))
}
