import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { formatCount } from '../../contract/text.ts'
import { dayMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { clientNetwork } from '../platform/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import { addScope, type App } from '../platform/http/app.ts'
import { parseBearer, toChallenge } from '../platform/http/headers.ts'
import { errorResponses } from '../platform/http/schema.ts'
import { type Limit, rateLimitHeaders, toRetryAfterSeconds, type Verdict } from '../platform/limiter.ts'
import { clientOfKey, runForClient } from '../platform/request-client.ts'
import {
  type ActiveKey,
  anonymousCaller,
  type Authentication,
  type Caller,
  type CallerKey,
  isKey,
} from './authenticate.ts'
import {
  allTokenReadings,
  causePolicies,
  findRouteLimit,
  formatPolicy,
  type LimitKind,
  type Policy,
  tierPolicies,
  toLimit,
  toNetworkLimits,
  waivedForKeys,
} from './limits.ts'
import { readVisitor } from './visitor.ts'

export const keyScheme = {
  apiKey: {
    type: 'http' as const,
    scheme: 'bearer',
    description: 'An API key: `lsc_live_` or `lsc_test_`, followed by 48 characters',
  },
  publishableKey: {
    type: 'http' as const,
    scheme: 'bearer',
    description:
      'A publishable key: `lsc_pub_`, followed by 48 characters. Only in requests of pages, with their `Origin`',
  },
}

type AddRoutes = (scope: App) => void | Promise<void>
export type Admit = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** Routes that take another token or none, limited per address. */
export const anyone = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  registerScope(app, { who: 'anyone', addRoutes }, (request, reply) => consume(deps, reply, routeLimits(request)))

/**
 * Pages share one limit per address. They ignore other credentials than bearer tokens: browsers repeat those of a proxy
 * on every request.
 */
export const readers = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  registerScope(app, { who: 'key accepted', limit: 'page', addRoutes }, (request, reply) =>
    isBearer(request.headers.authorization)
      ? authenticate(deps, request, reply, [])
      : consume(deps, reply, routeLimits(request)),
  )

const isBearer = (authorization = '') => /^bearer\b/i.test(authorization)

export const consumeUnserved = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  consume(deps, reply, toNetworkLimits(causePolicies.unserved, clientNetwork(request.ip)))

/** Call it before the routes are added. */
export function limitUnserved(app: App, deps: Deps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isServed = !request.is404 && request.unserved === undefined
    const spent = isServed ? undefined : consumeUnserved(deps, request, reply)
    if (spent) spent.then(() => done(), done)
    else done()
  })
}

/** An invalid key is refused, never ignored. */
export const keyOptional = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  registerScope(app, { who: 'key optional', isCrossOrigin: true, addRoutes }, (request, reply) =>
    authenticate(deps, request, reply),
  )

/** Callers without a key have only the route's limit. */
export const keyAccepted = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  registerScope(app, { who: 'key accepted', isCrossOrigin: true, addRoutes }, (request, reply) =>
    authenticate(deps, request, reply, []),
  )

/** Their keys and data are secret, so scripts of other sites get nothing. */
export const keyHolders = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  requireKeys(app, deps, { isCrossOrigin: false, addRoutes })

/** Scoring with SCORE_ACCESS=key. */
export const keyRequired = (app: App, deps: Deps, addRoutes: AddRoutes) =>
  requireKeys(app, deps, { isCrossOrigin: true, addRoutes })

/** Requests that another process of the service has authenticated and counted. */
export const admitted = (app: App, admit: Admit, addRoutes: AddRoutes) =>
  registerScope(app, { who: 'key accepted', addRoutes }, admit)

const requireKeys = (app: App, deps: Deps, scope: Pick<Scope, 'isCrossOrigin' | 'addRoutes'>) =>
  registerScope(app, { who: 'key holders', ...scope }, (request, reply) => {
    reply.header('cache-control', 'no-store')
    const requireKey = () => {
      if (request.caller.key === null) throw createKeyMissingError(reply)
    }
    return authenticate(deps, request, reply)?.then(requireKey) ?? requireKey()
  })

export function createKeyMissingError(reply: FastifyReply): ApiError {
  reply.header('www-authenticate', toChallenge(null))
  return new ApiError('unauthorized', 'Send an API key as Authorization: Bearer <API_KEY>.')
}

export function getHolderKey({ caller }: Pick<FastifyRequest, 'caller'>): CallerKey {
  if (caller.key === null) throw new Error('this route is not in the scope of key holders')
  return caller.key
}

/**
 * Throws 429 while the network is over its limit of invalid tokens, whatever token it sends: guessing must not succeed.
 * Consumes nothing otherwise.
 */
export async function refuseGuesses(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const limits = failureLimits(request)
  const levels = await Promise.all(limits.map(async (limit) => deps.limiter.peek(limit)))
  if (levels.some(({ remaining }) => remaining < 1)) await consume(deps, reply, limits)
}

export const consumeFailure = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  consume(deps, reply, failureLimits(request))

interface Scope {
  who: Guarded
  isCrossOrigin?: boolean
  limit?: LimitKind
  addRoutes: AddRoutes
}

async function registerScope(app: App, { addRoutes, ...guarded }: Scope, admit: Admit) {
  const { who } = guarded
  await addScope(app, who, async (scope) => {
    if (who !== 'anyone') scope.decorateRequest('caller').decorateRequest('limits')
    if (who !== 'anyone') scope.addHook('onSend', makeCachingPrivate)
    scope.addHook('onRoute', (route) => prepare(route, guarded))
    // No promise where none is needed: half of all requests take only microseconds.
    scope.addHook('onRequest', (request, reply, done) => {
      const admitted = admit(request, reply)
      if (admitted) admitted.then(() => done(), done)
      else done()
    })
    if (who !== 'anyone') scope.addHook('preHandler', runForKey)
    await addRoutes(scope)
  })
}

/** Queues divide their places by key lineage for requests with a secret key, otherwise by network. */
function runForKey({ caller }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (caller?.key && !caller.key.isPublishable) runForClient(clientOfKey(caller.key.rootId), done)
  else done()
}

/** A response to a key reveals its limits and its end, so shared caches must not store it. */
function makeCachingPrivate(request: FastifyRequest, reply: FastifyReply, _body: unknown, done: () => void): void {
  const { caller } = request as { caller?: Caller }
  const kept = reply.getHeader('cache-control')
  if (caller?.key && typeof kept === 'string') reply.header('cache-control', kept.replace('public', 'private'))
  done()
}

function prepare(route: RouteOptions, { who, limit, isCrossOrigin = false }: Omit<Scope, 'addRoutes'>): void {
  const [method = ''] = [route.method].flat()
  const routeLimit = findRouteLimit(method, route.url, route.config?.limit ?? limit)
  const takesPublishableKeys = isCrossOrigin && isRead(method)
  route.config = { isCrossOrigin, takesPublishableKeys, ...route.config, routeLimit }
  describeGuard(route, who, routeLimit.policy)
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Consumes the limits of the route and of the tier, or those of a failed authentication, in one round trip. */
function authenticate(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  keylessLimits = anonymousLimits(request),
): void | Promise<void> {
  const isFile = request.routeOptions.config.limit === 'file'
  // Files don't count against a tier, but an invalid token is refused everywhere (D77).
  if (isFile && request.headers.authorization === undefined) return consume(deps, reply, routeLimits(request))
  const found = identify(deps, request, reply)
  const admit = (one: Caller | ApiError) => {
    if (one instanceof ApiError) return refuse(deps, reply, { error: one, limits: failedLimits(request) })
    request.caller = one
    try {
      useVisitor(deps, request)
    } catch (error) {
      return refuse(deps, reply, { error, limits: routeLimits(request) })
    }
    request.limits = listLimits(deps, request, keylessLimits)
    return consume(deps, reply, request.limits, (verdict) => noteTier(deps, request, verdict))
  }
  return found instanceof Promise ? found.then(admit) : admit(found)
}

/** `request.ip` becomes the visitor's address, as behind a trusted proxy, for all that counts by network. */
function useVisitor({ config }: Deps, request: FastifyRequest): void {
  const visitor = readVisitor(request, config.serviceName)
  if (visitor === null) return
  Object.defineProperty(request, 'ip', { value: visitor })
  request.caller = { ...request.caller, isShared: true }
}

/** Whether the limit per address doesn't apply: the holder of a secret key sends the request itself (D68, D94). */
const isWaived = ({ config }: Deps, { caller }: FastifyRequest, policy: Policy | undefined): boolean =>
  !config.limitKeyedRoutesByIp && caller.key !== null && !caller.isShared && waivedForKeys.has(policy)

/** With a key, the last one is that of its tier. */
function listLimits(deps: Deps, request: FastifyRequest, keylessLimits: Limit[]): Limit[] {
  const { tier, key } = request.caller
  if (key === null) return [...routeLimits(request), ...keylessLimits]
  const ofRoute = isWaived(deps, request, request.routeOptions.config.routeLimit?.policy) ? [] : routeLimits(request)
  const ofVisitor = key.isPublishable ? anonymousLimits(request) : []
  return [...ofRoute, ...ofVisitor, toLimit(tierPolicies[tier], key.rootId)]
}

function noteTier({ nearLimits }: Deps, { caller, limits }: FastifyRequest, verdict: Verdict): void {
  const { tier, key } = caller
  const ofTier = limits.at(-1)
  if (key !== null && tier !== 'anonymous' && ofTier) nearLimits.note(key, { tier, limit: ofTier, verdict })
}

async function refuse(deps: Deps, reply: FastifyReply, { error, limits }: { error: unknown; limits: Limit[] }) {
  await consume(deps, reply, limits)
  throw error
}

function identify(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller | ApiError | Promise<Caller | ApiError> {
  const { authorization } = request.headers
  if (authorization === undefined) return anonymousCaller
  const key = isSingle(request) ? parseBearer(authorization) : undefined
  const known = key && deps.keys.getCached(key) // checked before the form: a cached key is well-formed
  if (known) return toCaller(deps, request, reply, known)
  if (key === undefined || !isKey(key))
    return createAuthenticationError(
      reply,
      'unauthorized',
      key === undefined
        ? 'The Authorization header must be `Bearer ` followed by an API key.'
        : 'The Authorization header must be `Bearer ` followed by an API key; this one is malformed or cut off.',
    )
  return lookUp(deps, request, reply, key).then((found) => toCaller(deps, request, reply, found))
}

function toCaller(deps: Deps, request: FastifyRequest, reply: FastifyReply, found: Authentication): Caller | ApiError {
  if (found.outcome === 'unknown')
    return createAuthenticationError(reply, 'unauthorized', 'This API key does not exist.')
  if (found.outcome === 'revoked')
    return createAuthenticationError(
      reply,
      'revoked',
      'This API key is revoked or has expired. Use its successor, or ask the operator for a new one.',
    )
  const refusal = findOriginRefusal(request, found.key)
  return refusal === null
    ? callerWith(deps, reply, found.key)
    : createAuthenticationError(reply, 'unauthorized', refusal)
}

/** Anybody can copy a publishable key, so it does no more than its pages need (D93). */
function findOriginRefusal({ headers, routeOptions }: FastifyRequest, { origins }: ActiveKey): string | null {
  if (origins === null) return null
  if (!routeOptions.config.takesPublishableKeys)
    return 'A publishable key is only accepted for scoring, images and reads. Send this request without a key, or from a server with a secret key.'
  const { origin } = headers
  if (origin === undefined) return 'A publishable key is only accepted with the Origin header that browsers send.'
  return origins.includes(origin) ? null : 'This publishable key is not accepted from pages of this origin.'
}

/** Node passes on only the first of several Authorization headers. */
const isSingle = ({ raw: { rawHeaders } }: FastifyRequest): boolean => rawHeaders.filter(isName).length <= 1

const isName = (text: string, n: number) => n % 2 === 0 && text.length === 13 && /^authorization$/i.test(text)

/** After too many invalid keys a network gets no more look-ups, except for a key that was active before. */
async function lookUp(deps: Deps, request: FastifyRequest, reply: FastifyReply, key: string) {
  const { keys } = deps
  const failures = failureLimits(request)
  if (failures.some(deps.limiter.refuses) && !keys.wasActive(key)) await consume(deps, reply, failures)
  return keys.lookUp(key)
}

function callerWith({ keys }: Deps, reply: FastifyReply, { tier, endsAt, origins, ...key }: ActiveKey): Caller {
  keys.touch(key)
  if (endsAt) reply.header('sunset', endsAt.toUTCString())
  const isPublishable = origins !== null
  return { tier, key: { ...key, isPublishable }, ...(isPublishable && { isShared: true }) }
}

function routeLimits(request: FastifyRequest, network = clientNetwork(request.ip)): Limit[] {
  const { policy, route } = request.routeOptions.config.routeLimit ?? findRouteLimit('', '')
  return toNetworkLimits(policy, network, `${route}:`)
}

const anonymousLimits = ({ ip }: FastifyRequest): Limit[] => toNetworkLimits(tierPolicies.anonymous, clientNetwork(ip))

const failedLimits = (request: FastifyRequest): Limit[] => [...routeLimits(request), ...failureLimits(request)]

const failureLimits = ({ ip }: FastifyRequest): Limit[] => toNetworkLimits(causePolicies.failure, clientNetwork(ip))

function createAuthenticationError(reply: FastifyReply, code: 'unauthorized' | 'revoked', sentence: string): ApiError {
  reply.header('www-authenticate', toChallenge(sentence))
  return new ApiError(code, sentence)
}

function consume(
  deps: Deps,
  reply: FastifyReply,
  limits: readonly Limit[],
  note?: (verdict: Verdict) => void,
): void | Promise<void> {
  const verdict = deps.limiter.consume(limits)
  const use = (one: Verdict) => {
    note?.(one)
    apply(deps, reply, one)
  }
  return verdict instanceof Promise ? verdict.then(use) : use(verdict)
}

function apply({ metrics, limitedCallers }: Deps, reply: FastifyReply, verdict: Verdict): void {
  if (verdict.isAllowed) return setRateLimitHeaders(reply, verdict)
  const policy = verdict.strictest.name
  metrics.limited.inc({ policy })
  limitedCallers.note(identifyCaller(reply.request), policy)
  throw createRateLimitError(reply, verdict)
}

/**
 * For requests whose body says how many requests they count as. One was consumed before the body was read, and stays
 * consumed if the rest doesn't fit.
 */
export async function consumeCost(deps: Deps, reply: FastifyReply, cost: number): Promise<void> {
  const { limits } = reply.request
  if (cost <= 1) return
  const rest = await deps.limiter.consume(limits, cost - 1)
  noteTier(deps, reply.request, rest)
  // A retry costs the whole again, so its wait is that of the whole.
  apply(deps, reply, rest.isAllowed ? rest : await deps.limiter.consume(limits, cost))
}

/** Absent before the caller is known, and on routes that take no key. */
function identifyCaller(request: FastifyRequest): { ip: string; prefix: string | null } {
  const { caller } = request as { caller?: Caller }
  return { ip: request.ip, prefix: caller?.key?.prefix ?? null }
}

/** Called after the signature is verified, so that no one else can use up the creator's quota. */
export const consumePageEdit = (deps: Deps, reply: FastifyReply, creatorAddress: string): void | Promise<void> =>
  consume(deps, reply, [toLimit(causePolicies.pageEdit, creatorAddress)])

/** Callers choose the contract, and each verification costs several calls to the node. */
export const consumeContractSignature = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  consume(deps, reply, toNetworkLimits(causePolicies.contractSignature, clientNetwork(request.ip)))

/** Reading a contract costs several calls to the node, and requests to hosts that its maker chose. */
export const consumeContractRead = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  isWaived(deps, request, causePolicies.contractRead)
    ? undefined
    : consume(deps, reply, toNetworkLimits(causePolicies.contractRead, clientNetwork(request.ip)))

/** A network may use a tenth of the readings; a reading costs about ten calls of the providers. */
export async function consumeTokenReading(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await consume(deps, reply, toNetworkLimits(causePolicies.tokenReading, clientNetwork(request.ip)))
  const verdict = await deps.limiter.consume([allTokenReadings])
  if (verdict.isAllowed) return
  throw new ApiError('unavailable', 'Too many contracts are being read at the moment. Try again in a minute.', {
    retryAfterSeconds: toRetryAfterSeconds(verdict),
  })
}

/** A name in a submission consumes the limit of the route that resolves names. */
export function consumeNameLookUp(deps: Deps, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { policy, route } = findRouteLimit('GET', '/api/v1/names/:name')
  return consume(deps, reply, toNetworkLimits(policy, clientNetwork(request.ip), `${route}:`))
}

export interface DailyLimit {
  name: string
  quota: number
  remaining: number
  resetSeconds: number
}

const daySeconds = dayMs / 1000

/** Alone when the daily quota refuses the request. */
export function addDailyLimit(reply: FastifyReply, { name, quota, remaining, resetSeconds }: DailyLimit): void {
  const isRefused = remaining < 0
  const add = (header: string, member: string) => {
    const first = reply.getHeader(header)
    reply.header(header, isRefused || first === undefined ? member : `${String(first)}, ${member}`)
  }
  add('ratelimit-policy', `"${name}";q=${quota};w=${daySeconds}`)
  add('ratelimit', `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`)
}

/** A request may consume several limits in turn; the headers describe the strictest. */
function setRateLimitHeaders(reply: FastifyReply, verdict: Verdict): void {
  const header = reply.getHeader('ratelimit')
  const remainingSet = header === undefined ? undefined : /;r=(\d+)/.exec(String(header))?.[1]
  if (remainingSet === undefined || verdict.remaining < Number(remainingSet)) reply.headers(rateLimitHeaders(verdict))
}

function createRateLimitError(reply: FastifyReply, verdict: Verdict): ApiError {
  const { name, quota } = verdict.strictest
  const retryAfterSeconds = toRetryAfterSeconds(verdict)
  reply.headers(rateLimitHeaders(verdict))
  const sentence = `You have exceeded the limit "${name}" of ${quota} requests a minute. Try again in ${formatCount(retryAfterSeconds, 'second')}.`
  return new ApiError('rate_limit', sentence, { retryAfterSeconds })
}

type Guarded = 'anyone' | 'key accepted' | 'key optional' | 'key holders'

const security = (who: Guarded, takesPublishableKeys: boolean) => [
  ...(who === 'key holders' ? [] : [{}]),
  { apiKey: [] },
  ...(takesPublishableKeys ? [{ publishableKey: [] }] : []),
]

/** Adds security, limits, 401, 429 and 503 to the schema of a route. */
function describeGuard({ schema, config }: RouteOptions, who: Guarded, policy: Policy): void {
  if (!schema || schema.hide) return
  const response = schema.response as Record<string, object> | undefined
  const description = `Rate limit exceeded (${formatLimits(who, policy)}). \`Retry-After\` says when to retry`
  Object.assign(schema, {
    ...(who !== 'anyone' && { security: security(who, config?.takesPublishableKeys ?? false) }),
    response: {
      ...errorResponses(503),
      ...response,
      ...(who !== 'anyone' && errorResponses(401)),
      429: { ...errorResponses(429)[429], description },
    },
  })
}

function formatLimits(who: Guarded, policy: Policy): string {
  if (who === 'anyone') return formatPolicy(policy)
  return [formatPolicy(policy), ...(who === 'key optional' ? [keyless, keyed] : [keyed])].join('; ')
}

const formatTier = (tier: Policy) => `${tier.name} ${formatPolicy(tier)}`
const { anonymous, ...keyTiers } = tierPolicies
const keyless = formatTier(anonymous)
const keyed = [...Object.values(keyTiers).map(formatTier), `invalid keys ${formatPolicy(causePolicies.failure)}`].join(
  '; ',
)

export interface RoutePlugin {
  schemas: readonly TSchema[]
  addRoutes: (app: App, deps: Deps) => Promise<void>
}
