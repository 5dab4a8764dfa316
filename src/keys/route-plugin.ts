import type { TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'

export interface RoutePlugin {
  schemas: readonly TSchema[]
  addRoutes: (app: App, deps: Deps) => Promise<void>
}
