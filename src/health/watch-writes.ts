import type { App } from '../platform/http/app.ts'
import type { WriteCheck } from './check-writes.ts'

export function watchWrites(app: App, writes: WriteCheck): void {
  app.addHook('onError', (_request, _reply, error, done) => {
    writes.note(error)
    done()
  })
}
