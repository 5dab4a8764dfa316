import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { consumeFailure, refuseGuesses } from '../keys/guard.ts'
import { minuteMs } from '../../contract/time.ts'
import { bearerMatcher } from '../platform/http/headers.ts'
import { ApiError } from '../platform/errors.ts'
import { type App, addScope } from '../platform/http/app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operator: string | null
  }
}

export const adminScheme = {
  adminToken: { type: 'http' as const, scheme: 'bearer', description: 'The deployment’s ADMIN_TOKEN' },
}

type AdminToken = Deps['config']['adminTokens'][number]
/** 503 when no token is configured, 401 with a wrong one. */
export async function operators(app: App, deps: Deps, addRoutes: (scope: App) => void) {
  const findToken = createTokenFinder(deps.config.adminTokens)
  const noteFlood = createFloodLog()
  await addScope(app, 'operators', (scope) => {
    scope.decorateRequest('operator', null)
    scope.addHook('onRoute', ({ schema }) => void (schema && Object.assign(schema, { security: [{ adminToken: [] }] })))
    scope.addHook('onRequest', async (request, reply) => admit(deps, { findToken, noteFlood, request, reply }))
    addRoutes(scope)
  })
}

type FindToken = (authorization: string | undefined) => AdminToken | undefined

/** Compares with every token, so that the time doesn't reveal which one came close. */
function createTokenFinder(tokens: AdminToken[]): FindToken {
  const matchers = tokens.map((one) => ({ ...one, matches: bearerMatcher(one.token) }))
  return (authorization) => matchers.filter(({ matches }) => matches(authorization))[0]
}

interface Admission {
  findToken: FindToken
  noteFlood: (request: FastifyRequest) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** Checks the token before the body is read. */
async function admit(deps: Deps, { findToken, noteFlood, request, reply }: Admission): Promise<void> {
  await refuseGuesses(deps, request, reply).catch((error: unknown) => {
    noteFlood(request)
    throw error
  })
  const token = findToken(request.headers.authorization)
  const { method, ip, routeOptions } = request
  const isAdmitted = token !== undefined && !(token.isReadOnly && !isRead(method))
  const operator = token?.name ?? null
  request.operator = operator
  request.log[isAdmitted ? 'info' : 'warn'](
    { method, route: routeOptions.url, ip, operator, isAdmitted },
    'admin access',
  )
  if (deps.config.adminTokens.length === 0)
    throw new ApiError('not_configured', 'No admin token is configured: set ADMIN_TOKEN.')
  if (isAdmitted) return
  reply.header('www-authenticate', 'Bearer')
  if (token) throw new ApiError('unauthorized', 'This admin token is read-only. Use a token with write access.')
  await consumeFailure(deps, request, reply)
  throw new ApiError('unauthorized', 'Send the admin token as Authorization: Bearer <ADMIN_TOKEN>.')
}

/** At most once a minute, with the number of requests refused since. */
function createFloodLog() {
  let refused = 0
  let loggedAt = -Infinity
  return ({ log, ip }: FastifyRequest) => {
    refused += 1
    const now = performance.now()
    if (now - loggedAt < minuteMs) return
    log.warn({ ip, refused }, 'too many wrong tokens: the network gets 429 on all admin routes')
    loggedAt = now
    refused = 0
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
