import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { nullable, ref } from '../../contract/schema.ts'
import { allEvents } from '../../contract/schemas/event.ts'
import {
  type Filters,
  NewWebhookSubscription,
  WebhookSubscription,
  WebhookSubscriptionChange,
  WebhookSubscriptions,
} from '../../contract/schemas/webhook.ts'
import { normaliseText } from '../../contract/text.ts'
import { dayMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { getHolderKey } from '../keys/guard.ts'
import { hasActiveKey } from '../keys/store.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { IdempotencyHeaders } from '../platform/http/headers.ts'
import { checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { OutboundRefused } from '../platform/outbound/outbound.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import { notifyWorkers } from './delivery-queue-store.ts'
import { encryptSecret, getSecretBox } from './signing.ts'
import { encryptHeaders } from './static-headers.ts'
import {
  activate,
  announceSubscription,
  countSubscriptions,
  deactivate,
  deleteSubscription,
  endPause,
  findIdempotencyKey,
  findSubscription,
  forgetFailures,
  insertIdempotencyKey,
  insertSubscription,
  listSubscriptions,
  lockOwner,
  lockSubscription,
  type Owned,
  type SubscriptionRow,
  updateSubscription,
} from './subscription-store.ts'

const maxSubscriptions = 100

export function subscribeWebhookRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'subscribeWebhook',
    summary: 'Create a subscription',
    tags: ['webhooks'],
    headers: IdempotencyHeaders,
    body: ref(NewWebhookSubscription),
    response: {
      200: response(WebhookSubscription, 'The subscription that an earlier request with this Idempotency-Key made'),
      201: response(WebhookSubscription, 'The subscription'),
      ...errorResponses(400, 401, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks', { schema, config: { verbatim: ['secret'] } }, async (request, reply) => {
    const { rootId: ownerId } = getHolderKey(request)
    const key = request.headers['idempotency-key'] ?? null
    const { row, isReplay } = await subscribe(deps, { ownerId, key, body: request.body })
    reply.code(isReplay ? 200 : 201).header('location', `/v1/webhooks/${row.id}`)
    if (isReplay) reply.header('idempotent-replayed', 'true')
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

interface Request {
  ownerId: string
  key: string | null
  body: NewWebhookSubscription
}

/** The lock keeps two requests from both passing the limit or both finding the key new. */
async function subscribe(
  deps: Deps,
  { ownerId, key, body }: Request,
): Promise<{ row: SubscriptionRow; isReplay: boolean }> {
  const now = deps.clock.now()
  const secrets = getSecretBox(deps)
  const row = { ...toRow(deps, body), ownerId, createdAt: now }
  const use: KeyUse | null = key === null ? null : { ownerId, key, body, now }
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId)
    await checkLineage(tx, ownerId, now)
    const earlier = use && (await findEarlier(secrets, tx, use))
    if (earlier) return { row: earlier, isReplay: true }
    await checkCount(tx, ownerId)
    const made = await insertSubscription(tx, row)
    if (use) await saveKey(secrets, tx, use, row.id)
    return { row: made, isReplay: false }
  })
}

function toRow(deps: Deps, body: NewWebhookSubscription) {
  const { secret, include = [] } = body
  const retryPolicy = toCurrentName(body.retryPolicy ?? 'default')
  const format = toCurrentName(body.format ?? 'default')
  const id = `sub_${deps.random.uuid().replaceAll('-', '')}`
  const encrypted = encryptSecret(deps, { subscriptionId: id, secret, format })
  const endpoint = parseEndpoint(deps, body.endpoint)
  const events = checkEvents(body.events)
  const filters = normaliseFilters(body.filters)
  const description = normaliseDescription(body.description)
  const headers = encryptHeaders(deps, { subscriptionId: id, given: body.headers })
  return { id, endpoint, events, description, filters, include, ...headers, retryPolicy, format, secret: encrypted }
}

async function checkCount(tx: Tx, ownerId: string): Promise<void> {
  if ((await countSubscriptions(tx, ownerId)) >= maxSubscriptions)
    throw new ApiError('conflict', `An API key can have at most ${maxSubscriptions} subscriptions. Delete one first.`)
}

export function getSubscriptionRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'getWebhook',
    summary: 'Fetch a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 200: response(WebhookSubscription, 'The subscription'), ...errorResponses(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id', { schema }, async (request, reply) =>
    reply.send(toSubscriptionResponse(await getSubscriptionOrThrow(reads, readOwned(request)), clock.now())),
  )
}

export function listSubscriptionsRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'listWebhooks',
    summary: 'List your subscriptions',
    tags: ['webhooks'],
    querystring: Type.Object(pageQuery),
    response: { 200: response(WebhookSubscriptions, 'Newest first'), ...errorResponses(400, 401, 500) },
  }
  app.get('/v1/webhooks', { schema, preValidation: checkLimit }, async (request, reply) => {
    const { limit, after } = pageRequest(request.query)
    const { rootId: ownerId } = getHolderKey(request)
    const now = clock.now()
    const rows = await listSubscriptions(reads, { ownerId, after, limit: limit + 1 })
    const { page, nextCursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    return reply.send({ webhooks: page.map((row) => toSubscriptionResponse(row, now)), limit, nextCursor })
  })
}

export function updateWebhookRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'updateWebhook',
    summary: 'Change a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(WebhookSubscriptionChange),
    response: {
      200: response(WebhookSubscription, 'The changed subscription'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.patch('/v1/webhooks/:id', { schema }, async (request, reply) => {
    const row = await update(deps, readOwned(request), request.body)
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

const update = (deps: Deps, owned: Owned, change: WebhookSubscriptionChange): Promise<SubscriptionRow> => {
  const changes = toChanges(deps, owned.id, change)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, owned.ownerId)
    const row = await lockSubscriptionOrThrow(tx, owned)
    await updateSubscription(tx, owned, changes)
    if (changes.endpoint !== undefined && changes.endpoint !== row.endpoint) await forgetFailures(tx, owned)
    if (change.active !== undefined) await setActive(tx, row, { active: change.active, now })
    await announceSubscription(tx, owned.id)
    return lockSubscriptionOrThrow(tx, owned)
  })
}

function toChanges(deps: Deps, subscriptionId: string, change: WebhookSubscriptionChange) {
  const { endpoint, events, description, filters, headers } = change
  return {
    ...(endpoint !== undefined && { endpoint: parseEndpoint(deps, endpoint) }),
    ...(events && { events: checkEvents(events) }),
    ...(description !== undefined && { description: normaliseDescription(description) }),
    ...(filters !== undefined && { filters: normaliseFilters(filters) }),
    ...(headers !== undefined && encryptHeaders(deps, { subscriptionId, given: headers })),
  }
}

/** An inactive subscription keeps its reason when its owner disables it too. */
async function setActive(tx: Tx, row: SubscriptionRow, { active, now }: { active: boolean; now: Date }): Promise<void> {
  if (row.active === active) return
  if (!active) return deactivate(tx, row, { reason: 'owner', now })
  checkResumable(row)
  await checkLineage(tx, row.ownerId, now)
  await activate(tx, row, now)
  await notifyWorkers(tx)
}

/** Ends the pause after a 5xx (D41), and reactivates the subscription (D63). */
export function resumeSubscriptionRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'resumeWebhook',
    summary: 'Resume a subscription that is paused or not active',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: response(WebhookSubscription, 'The subscription, active and not paused'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/resume', { schema }, async (request, reply) => {
    const row = await resume(deps, readOwned(request))
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

const resume = ({ db, clock }: Deps, owned: Owned): Promise<SubscriptionRow> =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, owned.ownerId)
    const row = await lockSubscriptionOrThrow(tx, owned)
    checkResumable(row)
    const now = clock.now()
    await checkLineage(tx, owned.ownerId, now)
    await endPause(tx, owned)
    await activate(tx, owned, now)
    await notifyWorkers(tx)
    return lockSubscriptionOrThrow(tx, owned)
  })

const ended = Type.Unsafe<undefined>({ type: 'null', description: 'The subscription was deleted' })

export function unsubscribeWebhookRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'unsubscribeWebhook',
    summary: 'Delete a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 204: ended, ...errorResponses(400, 401, 404, 413, 415, 500) },
  }
  app.delete('/v1/webhooks/:id', { schema }, async (request, reply) => {
    const owned = readOwned(request)
    await db.transaction().execute(async (tx) => {
      if (!(await deleteSubscription(tx, owned))) throw createSubscriptionNotFoundError()
      await announceSubscription(tx, owned.id)
    })
    return reply.code(204).send()
  })
}

interface KeyUse {
  ownerId: string
  key: string
  body: object
  now: Date
}

export const toKeyExpiry = (now: Date) => new Date(now.getTime() - dayMs)

/** Finds the subscription that an earlier request with this key made. Call it under `lockOwner`. */
async function findEarlier(secrets: SecretBox, tx: Tx, use: KeyUse): Promise<SubscriptionRow | undefined> {
  const { ownerId, key, now } = use
  const row = await findIdempotencyKey(tx, { ownerId, key })
  if (!row || row.createdAt <= toKeyExpiry(now)) return undefined
  if (!isSame(secrets, use, row.fingerprint))
    throw new ApiError('conflict', 'This Idempotency-Key was used with a different request. Use a new key.')
  const subscription = await findSubscription(tx, { id: row.subscriptionId, ownerId })
  if (!subscription)
    throw new ApiError('conflict', 'The subscription of this Idempotency-Key was deleted. Use a new key.')
  return subscription
}

const saveKey = (secrets: SecretBox, tx: Tx, use: KeyUse, subscriptionId: string): Promise<void> => {
  const { ownerId, key, now: createdAt } = use
  const fingerprint = secrets.seal(computeFingerprint(use), toContext(use))
  return insertIdempotencyKey(tx, { ownerId, key, fingerprint, subscriptionId, createdAt })
}

const toContext = ({ ownerId, key }: KeyUse) => `${ownerId} ${key}`

const computeFingerprint = ({ body }: KeyUse) => createHash('sha256').update(canonicalJson(body)).digest('hex')

/** A fingerprint under a key that is no longer configured can't be compared, and counts as different. */
function isSame(secrets: SecretBox, use: KeyUse, fingerprint: string): boolean {
  try {
    return secrets.open(fingerprint, toContext(use)) === computeFingerprint(use)
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}

export const SubscriptionId = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'the id of one of your subscriptions' }),
})

/** A rotated key owns the subscriptions of its predecessors (D39). */
export const readOwned = (request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Owned => ({
  id: request.params.id,
  ownerId: getHolderKey(request).rootId,
})

export async function getSubscriptionOrThrow(db: Db, owned: Owned): Promise<SubscriptionRow> {
  const subscription = await findSubscription(db, owned)
  if (!subscription) throw createSubscriptionNotFoundError()
  return subscription
}

export async function lockSubscriptionOrThrow(tx: Tx, owned: Owned): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(tx, owned)
  if (!subscription) throw createSubscriptionNotFoundError()
  return subscription
}

const createSubscriptionNotFoundError = () =>
  new ApiError('not_found', 'There is no subscription with this id for your API key.')

/** Throws 401 when the last active key of the lineage ended during the request. Call it under `lockOwner`. */
async function checkLineage(tx: Tx, ownerId: string, now: Date): Promise<void> {
  if (!(await hasActiveKey(tx, ownerId, now))) throw new ApiError('revoked', 'This API key is revoked.')
}

export function checkActive({ active }: SubscriptionRow): void {
  if (!active) throw new ApiError('conflict', 'This subscription is not active. Resume it first.')
}

function checkResumable({ disabledReason }: SubscriptionRow): void {
  if (disabledReason === 'operator')
    throw new ApiError('conflict', 'An operator of the service disabled this subscription. Contact them to enable it.')
}

export function toSubscriptionResponse(row: SubscriptionRow, now: Date): WebhookSubscription {
  const { id, endpoint, events, active, description, include, headerNames, retryPolicy, format, disabledReason } = row
  const { filters, createdAt, pausedUntil, lastSuccessAt, lastFailureAt } = row
  const isPaused = pausedUntil !== null && pausedUntil > now
  return {
    id,
    endpoint,
    events,
    active,
    description,
    filters: toFiltersResponse(filters),
    include,
    headerNames,
    retryPolicy,
    format,
    createdAt: createdAt.toISOString(),
    pausedUntil: isPaused ? pausedUntil.toISOString() : null,
    disabledReason,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  }
}

function checkEvents(events: string[]): string[] {
  if (events.length > 1 && events.includes(allEvents))
    throw badField('events', `must not name other events in addition to ${allEvents}, which selects all events`)
  return events
}

function normaliseDescription(description: string | null | undefined): string | null {
  if (!description) return null
  const result = normaliseText(description, 'line')
  if ('fault' in result) throw badField('description', result.fault)
  return result.text === '' ? null : result.text
}

/** Addresses in lower case, without fields that exclude nothing; null when none is left. */
function normaliseFilters(filters: Filters | null | undefined): Filters | null {
  const { own, bands, creatorAddress, contractAddress, minAggregate } = filters ?? {}
  const stored = {
    ...(own && { own }),
    ...(bands && { bands }),
    ...(creatorAddress !== undefined && { creatorAddress: toStored('creatorAddress', creatorAddress) }),
    ...(contractAddress !== undefined && { contractAddress: toStored('contractAddress', contractAddress) }),
    ...(minAggregate !== undefined && { minAggregate }),
  }
  return Object.keys(stored).length > 0 ? stored : null
}

function toStored(field: 'creatorAddress' | 'contractAddress', given: string): string {
  const parsed = parseAddress(given)
  if ('fault' in parsed) throw badField(`filters.${field}`, parsed.fault)
  return parsed.address
}

function toFiltersResponse(filters: Filters | null): Filters | null {
  if (!filters) return null
  const { creatorAddress, contractAddress } = filters
  return {
    ...filters,
    ...(creatorAddress && { creatorAddress: toChecksumAddress(creatorAddress) }),
    ...(contractAddress && { contractAddress: toChecksumAddress(contractAddress) }),
  }
}

const toCurrentName = <Choice extends string>(choice: Choice | 'specification') =>
  choice === 'specification' ? 'default' : choice

const maxLength = 2048

/**
 * The stored form: as given if ASCII, otherwise with the host in Punycode. Every attempt checks the endpoint again,
 * including its addresses.
 */
function parseEndpoint({ outbound }: Deps, endpoint: string): string {
  const { href } = check(outbound.webhooks, endpoint)
  const ascii = /^[\x21-\x7e]+$/.test(endpoint) ? endpoint : href
  if (ascii.length > maxLength) throw badField('endpoint', `must have at most ${maxLength} characters in ASCII`)
  return ascii
}

function check(outbound: Deps['outbound']['webhooks'], endpoint: string): URL {
  try {
    return outbound.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
}
