import type { TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'

/** The routes of a module, each in the scope of those who may call it, and the schemas that they refer to by name. */
export interface RoutePlugin {
  schemas: readonly TSchema[]
  addRoutes: (app: App, deps: Deps) => Promise<void>
}
