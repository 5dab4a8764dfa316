import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type SpendDeps, spendFailure } from '../keys/guard.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'

/** How the document calls the bearer that operators need. */
export const adminScheme = {
  adminToken: { type: 'http' as const, scheme: 'bearer', description: 'ADMIN_TOKEN of the deployment' },
}

type OperatorDeps = SpendDeps & Pick<Deps, 'config'>

/** Routes that only the bearer of ADMIN_TOKEN may call: 503 when none is configured, 401 for anybody else. */
export async function operators(app: App, deps: OperatorDeps, addRoutes: (scope: App) => void) {
  const { config } = deps
  const isAdmin = config.adminToken === null ? null : comparer(config.adminToken)
  await app.register(async (scope) => {
    scope.addHook('onRoute', ({ schema }) => void (schema && Object.assign(schema, { security: [{ adminToken: [] }] })))
    scope.addHook('onRequest', async (request, reply) => admit(deps, request, reply, isAdmin))
    addRoutes(scope)
  })
}

/** Before a byte of the body is read. */
async function admit(
  deps: SpendDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  isAdmin: ((bearer: string) => boolean) | null,
): Promise<void> {
  reply.header('cache-control', 'no-store')
  const [, bearer = ''] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const isAdmitted = isAdmin?.(bearer) ?? false
  const { method, ip, routeOptions } = request
  request.log[isAdmitted ? 'info' : 'warn']({ method, route: routeOptions.url, ip, isAdmitted }, 'admin access')
  if (isAdmin === null) throw new ApiError('not_configured', 'No admin token is configured: set ADMIN_TOKEN.')
  if (isAdmitted) return
  await spendFailure(deps, request, reply)
  reply.header('www-authenticate', 'Bearer')
  throw new ApiError('unauthorized', 'Send the admin token as Authorization: Bearer <ADMIN_TOKEN>.')
}

/** Takes the same time for every bearer, whatever its length. */
function comparer(token: string): (bearer: string) => boolean {
  const expected = digestOf(token)
  return (bearer) => timingSafeEqual(digestOf(bearer), expected)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
