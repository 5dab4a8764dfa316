import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Deps } from '../deps.ts'
import { clientNetwork } from '../platform/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import type { ActiveKey, Authentication } from './authenticate.ts'
import { type Guarded, describeGuard } from './describe-guard.ts'
import { bearerOf, isKey } from './key-form.ts'
import { failurePolicy, limitOf, routeLimitOf, tierPolicies } from './limits.ts'
import type { CallerTier } from './schemas.ts'
import { type SpendDeps, spend } from './spend.ts'

export type { SpendDeps }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before a byte of the body is read, on the routes of `keyOptional` and `keyHolders`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** A file: no limit applies to it (D47). */
    isStatic?: boolean
    routeLimit?: ReturnType<typeof routeLimitOf>
  }
}

export interface Caller {
  tier: CallerTier
  key: CallerKey | null
}

/** Whatever belongs to a customer belongs to `rootId`: it stays the same when the key is rotated (D39). */
export type CallerKey = Pick<ActiveKey, 'id' | 'rootId' | 'prefix'>

/** How the document calls the bearer that customers hold. */
export const keyScheme = {
  apiKey: { type: 'http' as const, scheme: 'bearer', description: 'An API key: `lsc_live_` and 48 characters' },
}

export type GuardDeps = SpendDeps & Pick<Deps, 'keys'>
type AddRoutes = (scope: App) => void | Promise<void>
type Admit = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** Routes that anyone may call, limited per address; no key is looked for. */
export const anyone = (app: App, deps: SpendDeps, addRoutes: AddRoutes) =>
  guarded(app, { who: 'anyone', addRoutes }, (request, reply) => spend(deps, reply, [routeLimit(request)]))

/** Routes that anyone may call, with a key or without; a header that is no good key is refused, never ignored. */
export const keyOptional = (app: App, deps: GuardDeps, addRoutes: AddRoutes) =>
  guarded(app, { who: 'key optional', addRoutes }, (request, reply) => authenticate(deps, request, reply))

/** Routes that only the holder of an active key may call. */
export const keyHolders = (app: App, deps: GuardDeps, addRoutes: AddRoutes) =>
  guarded(app, { who: 'key holders', addRoutes }, (request, reply) => {
    reply.header('cache-control', 'no-store')
    const requireKey = () => {
      if (request.caller.key === null)
        throw refusal(reply, 'unauthorized', 'Send an API key as Authorization: Bearer <API_KEY>.')
    }
    return authenticate(deps, request, reply)?.then(requireKey) ?? requireKey()
  })

/** The key that a request of `keyHolders` came with. */
export function keyOfHolder({ caller }: Pick<FastifyRequest, 'caller'>): CallerKey {
  if (caller.key === null) throw new Error('this route is not in the scope of key holders')
  return caller.key
}

/** Counts a bearer that was no good against the address it came from. */
export const spendFailure = (deps: SpendDeps, request: FastifyRequest, reply: FastifyReply) =>
  spend(deps, reply, [failureLimit(request)])

async function guarded(app: App, { who, addRoutes }: { who: Guarded; addRoutes: AddRoutes }, admit: Admit) {
  await app.register(async (scope) => {
    if (who !== 'anyone') scope.decorateRequest('caller')
    if (who === 'key optional') scope.addHook('onSend', keepFromOthers)
    scope.addHook('onRoute', (route) => prepare(route, who))
    // no promise where none is needed: half of all requests are answered within some microseconds
    scope.addHook('onRequest', (request, reply, done) => {
      const admitted = request.routeOptions.config.isStatic ? undefined : admit(request, reply)
      if (admitted) admitted.then(() => done(), done)
      else done()
    })
    await addRoutes(scope)
  })
}

/** The answer to a key tells of it, its limits and its end: caches that others share may not keep it. */
async function keepFromOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { caller } = request as { caller?: Caller } // not yet known where the key was refused
  const kept = reply.getHeader('cache-control')
  if (caller?.key && typeof kept === 'string') reply.header('cache-control', kept.replace('public', 'private'))
}

function prepare(route: RouteOptions, who: Guarded): void {
  if (route.config?.isStatic) return
  const routeLimit = routeLimitOf([route.method].flat()[0] ?? '', route.url)
  route.config = { ...route.config, routeLimit }
  describeGuard(route, who, routeLimit.policy)
}

/** One round of limits at most: those of the route and of the tier, or of the failure. */
function authenticate(deps: GuardDeps, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const found = identify(deps, request, reply)
  const admit = (one: Caller | ApiError) => {
    if (one instanceof ApiError) return refuse(deps, request, reply, one)
    request.caller = one
    const network = clientNetwork(request.ip)
    const whose = one.key?.rootId ?? network
    return spend(deps, reply, [routeLimit(request, network), limitOf(tierPolicies[one.tier], whose)])
  }
  return found instanceof Promise ? found.then(admit) : admit(found)
}

async function refuse(deps: GuardDeps, request: FastifyRequest, reply: FastifyReply, refused: ApiError) {
  await spend(deps, reply, [routeLimit(request), failureLimit(request)])
  throw refused
}

/** Who asks, or why the header that is there won't do. */
function identify(
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller | ApiError | Promise<Caller | ApiError> {
  const { authorization } = request.headers
  if (authorization === undefined) return anonymous
  const key = isSingle(request) ? bearerOf(authorization) : undefined
  const known = key && deps.keys.recall(key) // before its form: a key that is known has one
  if (known) return callerOf(deps, reply, known)
  if (key === undefined || !isKey(key))
    return refusal(reply, 'unauthorized', 'The Authorization header is not `Bearer ` and an API key.')
  return lookUp(deps, request, reply, key).then((found) => callerOf(deps, reply, found))
}

function callerOf(deps: GuardDeps, reply: FastifyReply, found: Authentication): Caller | ApiError {
  if (found.outcome === 'unknown') return refusal(reply, 'unauthorized', 'There is no such API key.')
  if (found.outcome === 'revoked') return refusal(reply, 'revoked', 'This API key is revoked. Use its successor.')
  return callerWith(deps, reply, found.key)
}

const anonymous: Caller = { tier: 'anonymous', key: null }

/** Node hands over the first of several Authorization headers and says nothing of the others. */
const isSingle = ({ raw: { rawHeaders } }: FastifyRequest): boolean => rawHeaders.filter(isName).length <= 1

/** Names stand at the even places, values at the odd ones. */
const isName = (text: string, n: number) => n % 2 === 0 && text.length === 13 && /^authorization$/i.test(text)

/** Whoever has shown too many bad keys gets no more queries, unless it is a key that was good before. */
async function lookUp({ keys, ...deps }: GuardDeps, request: FastifyRequest, reply: FastifyReply, key: string) {
  const failure = failureLimit(request)
  if (deps.limiter.refuses(failure) && !keys.wasGood(key)) await spend(deps, reply, [failure])
  return keys.lookUp(key)
}

function callerWith({ keys }: GuardDeps, reply: FastifyReply, { id, rootId, prefix, tier, endsAt }: ActiveKey): Caller {
  keys.touch(id)
  if (endsAt) reply.header('sunset', endsAt.toUTCString())
  return { tier, key: { id, rootId, prefix } }
}

function routeLimit(request: FastifyRequest, network = clientNetwork(request.ip)) {
  const { policy, route } = request.routeOptions.config.routeLimit ?? routeLimitOf('', '')
  return limitOf(policy, `${route}:${network}`)
}

const failureLimit = ({ ip }: FastifyRequest) => limitOf(failurePolicy, clientNetwork(ip))

function refusal(reply: FastifyReply, code: 'unauthorized' | 'revoked', sentence: string): ApiError {
  reply.header('www-authenticate', 'Bearer')
  return new ApiError(code, sentence)
}
