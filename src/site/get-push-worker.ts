import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import type { Site } from './open-site.ts'

/** GET /push-worker.js: shows reminders while no page is open. Browsers look for it at this place, and for changes in it. */
export function getPushWorkerRoute(app: App, { pushWorker }: Pick<Site, 'pushWorker'>) {
  app.get('/push-worker.js', { schema: { hide: true }, onSend: tagAnswer }, async (_request, reply) => {
    if (pushWorker === null) throw new ApiError('not_found', 'The pages are not built here.')
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(pushWorker)
  })
}
