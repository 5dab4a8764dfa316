import { type WriteCheck, createWriteCheck } from '../../health/check-writes.ts'
import type { App } from '../../platform/http/app.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** Reports failed writes of requests to the readiness probe. */
export function watchWrites(app: App, deps: ServiceDeps): WriteCheck {
  const writes = createWriteCheck(deps)
  app.addHook('onError', (_request, _reply, error, done) => {
    writes.note(error)
    done()
  })
  return writes
}
