import type { Deps } from '../../deps.ts'
import { type WriteCheck, createWriteCheck } from '../../health/check-writes.ts'
import type { App } from '../../platform/http/app.ts'

/** Reports failed writes of requests to the readiness probe. */
export function watchWrites(app: App, deps: Deps): WriteCheck {
  const writes = createWriteCheck(deps)
  app.addHook('onError', (_request, _reply, error, done) => {
    writes.note(error)
    done()
  })
  return writes
}
