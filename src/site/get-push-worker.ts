import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import type { Site } from './load-site.ts'

/** Browsers expect the service worker, and its updates, at this path. */
export function getPushWorkerRoute(app: App, { pushWorker }: Pick<Site, 'pushWorker'>) {
  app.get(
    '/push-worker.js',
    { schema: { hide: true }, config: { limit: 'file' }, onSend: setEtag },
    async (_request, reply) => {
      if (pushWorker === null) throw new ApiError('not_found', 'The web pages are not built in this deployment.')
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(pushWorker)
    },
  )
}
