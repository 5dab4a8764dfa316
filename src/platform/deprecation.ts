import type { RouteOptions } from 'fastify'
import type { App } from './http.ts'

const leastDays = 90

/**
 * Lets a route whose schema says `deprecated: true` tell so in every answer: `Deprecation` (RFC 9745) and `Sunset`
 * (RFC 8594), from `x-deprecated-at` and `x-sunset-at`, days in UTC that stand in the document too. Call it before the
 * routes; a route without both, or with less than 90 days between them, stops the start.
 */
export function announceDeprecations(app: App): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema?.deprecated) return
    const headers = headersOf(route)
    const announce = async (_request: unknown, reply: { headers: (values: typeof headers) => unknown }) =>
      void reply.headers(headers)
    route.onRequest = [announce, ...[route.onRequest ?? []].flat()]
  })
}

function headersOf({ method, url, schema }: RouteOptions) {
  const [deprecatedAt, sunsetAt] = [dayOf(schema, 'x-deprecated-at'), dayOf(schema, 'x-sunset-at')]
  if (!(sunsetAt - deprecatedAt >= leastDays * 24 * 3600 * 1000))
    throw new Error(
      `${[method].flat().join(', ')} ${url} is deprecated: its schema needs x-deprecated-at and x-sunset-at, days like 2027-01-31 with at least ${leastDays} days between them`,
    )
  return { deprecation: `@${deprecatedAt / 1000}`, sunset: new Date(sunsetAt).toUTCString() }
}

/** The day's first moment in milliseconds; NaN when there is no such day. */
function dayOf(schema: object | undefined, name: string): number {
  const day = (schema as Record<string, unknown> | undefined)?.[name]
  return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
}
