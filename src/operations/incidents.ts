import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Impact, Incident, UpdateKind } from '../../contract/news.ts'
import { ref } from '../../contract/schema.ts'
import {
  AdminIncident,
  AdminIncidents,
  IncidentResolution,
  longest,
  NewIncident,
  NewIncidentUpdate,
} from '../../contract/schemas/incident.ts'
import { isReadable, normaliseText, type TextShape } from '../../contract/text.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, getActor, UsageError } from '../platform/cli/command.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, type PageRequest, pageRequest, toPage } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import {
  getIncident,
  type IncidentRecord,
  type IncidentState,
  insertIncident,
  insertUpdate,
  listIncidentRecords,
  listIncidents,
  lockIncident,
  updateResolvedAt,
  withoutActors,
} from './incident-store.ts'

export function openIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'openIncident',
    summary: 'Open an incident',
    tags: ['admin'],
    body: ref(NewIncident),
    response: { 201: response(AdminIncident, 'The new incident'), ...errorResponses(400, 401, 413, 415, 500, 503) },
  }
  app.post('/v1/admin/incidents', { schema }, async (request, reply) => {
    const [title, body] = [checkTitle(request.body.title), checkBody(request.body.body)]
    if ('fault' in title) throw badField('title', title.fault)
    if ('fault' in body) throw badField('body', body.fault)
    const { impact = 'minor' } = request.body
    const actor = request.operator ?? 'admin'
    const incident = await openIncident(deps, { title: title.text, body: body.text, impact, actor })
    logChange(request, incident.id, 'opened')
    return reply.code(201).send(incident)
  })
}

/** launchscore incident open */
export async function openIncidentCommand(
  deps: Deps,
  options: { title: string; body: string; impact?: Impact },
): Promise<CommandResult> {
  const [title, body] = [parseTitle(options.title), parseBody(options.body)]
  const { impact = 'minor' } = options
  const incident = withoutActors(await openIncident(deps, { title, body, impact, actor: getActor() }))
  return { lines: [formatLine(incident)], json: incident }
}

async function openIncident(
  { db, clock, random }: Deps,
  { title, body, impact, actor }: { title: string; body: string; impact: Impact; actor: string },
): Promise<IncidentRecord> {
  const [id, now] = [random.uuid(), clock.now()]
  return db.transaction().execute(async (tx) => {
    await insertIncident(tx, { id, title, impact, openedAt: now })
    await insertUpdate(tx, { id: random.uuid(), incidentId: id, kind: 'opened', body, actor, postedAt: now })
    return getIncident(tx, id)
  })
}

export function updateIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'updateIncident',
    summary: 'Post an update of an incident',
    tags: ['admin'],
    params: IncidentId,
    body: ref(NewIncidentUpdate),
    response: {
      201: response(AdminIncident, 'The incident with its updates'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/admin/incidents/:id/updates', { schema }, async (request, reply) => {
    const body = checkBody(request.body.body)
    if ('fault' in body) throw badField('body', body.fault)
    const actor = request.operator ?? 'admin'
    const incident = await addUpdate(deps, { id: request.params.id, body: body.text, actor, kind: 'updated' })
    throwApiError(incident)
    logChange(request, incident.id, 'updated')
    return reply.code(201).send(incident)
  })
}

/** launchscore incident update */
export async function updateIncidentCommand(deps: Deps, id: string, options: { body: string }): Promise<CommandResult> {
  const found = await addUpdate(deps, { id, body: parseBody(options.body), actor: getActor(), kind: 'updated' })
  throwLine(found)
  const incident = withoutActors(found)
  return { lines: [formatLine(incident)], json: incident }
}

/** Adds an update to an open incident; one of the kind `resolved` ends it. */
const addUpdate = (
  { db, clock, random }: Deps,
  { id, body, actor, kind }: { id: string; body: string; actor: string; kind: 'updated' | 'resolved' },
): Promise<IncidentRecord | Refused> =>
  db.transaction().execute(async (tx) => {
    const locked = await lockOpenIncident(tx, id)
    if ('refused' in locked) return locked
    const now = clock.now()
    if (kind === 'resolved') await updateResolvedAt(tx, locked.id, now)
    await insertUpdate(tx, { id: random.uuid(), incidentId: locked.id, kind, body, actor, postedAt: now })
    return getIncident(tx, locked.id)
  })

const usualBody = 'Resolved.'

export function resolveIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'resolveIncident',
    summary: 'Resolve an incident',
    tags: ['admin'],
    params: IncidentId,
    body: ref(IncidentResolution),
    response: {
      200: response(AdminIncident, 'The incident with its updates'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/admin/incidents/:id/resolve', { schema }, async (request, reply) => {
    const body = checkBody(request.body.body ?? usualBody)
    if ('fault' in body) throw badField('body', body.fault)
    const actor = request.operator ?? 'admin'
    const incident = await addUpdate(deps, { id: request.params.id, body: body.text, actor, kind: 'resolved' })
    throwApiError(incident)
    logChange(request, incident.id, 'resolved')
    return reply.send(incident)
  })
}

/** launchscore incident resolve */
export async function resolveIncidentCommand(
  deps: Deps,
  id: string,
  options: { body?: string },
): Promise<CommandResult> {
  const body = parseBody(options.body ?? usualBody)
  const found = await addUpdate(deps, { id, body, actor: getActor(), kind: 'resolved' })
  throwLine(found)
  const incident = withoutActors(found)
  return { lines: [formatLine(incident)], json: incident }
}

const Query = Type.Object({
  ...pageQuery,
  state: Type.Optional(
    Type.Unsafe<IncidentState>({ type: 'string', enum: ['open', 'resolved'], description: 'Defaults to both' }),
  ),
})

export function listIncidentsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listAdminIncidents',
    summary: 'List incidents with the operators of their updates',
    tags: ['admin'],
    querystring: Query,
    response: { 200: response(AdminIncidents, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/incidents', { schema, preValidation: checkLimit }, (request) =>
    listPage(deps, { ...pageRequest(request.query), state: request.query.state ?? null }),
  )
}

async function listPage({ db }: Deps, request: PageRequest & { state: IncidentState | null }): Promise<AdminIncidents> {
  const rows = await listIncidentRecords(db, request)
  const { page, nextCursor } = toPage(rows, request.limit, ({ openedAt, id }) => ({ at: new Date(openedAt), id }))
  return { incidents: page, limit: request.limit, nextCursor }
}

/** launchscore incident list */
export async function listIncidentsCommand({ db }: Deps): Promise<CommandResult> {
  const incidents = await listIncidents(db, 100)
  return { lines: incidents.length > 0 ? incidents.map(formatLine) : ['no incidents'], json: incidents }
}

type Checked = { text: string } | { fault: string }

/** Returns the fault in words that follow the field's name. */
const checkTitle = (given: string): Checked => checkText(given, { shape: 'line', maxLength: longest.title })
const checkBody = (given: string): Checked => checkText(given, { shape: 'paragraph', maxLength: longest.body })

function checkText(given: string, { shape, maxLength }: { shape: TextShape; maxLength: number }): Checked {
  const result = normaliseText(given, shape)
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  if (Array.from(result.text).length > maxLength) return { fault: `must have at most ${maxLength} characters` }
  return result
}

const parseTitle = (given: string): string => parseOption('title', given, checkTitle)
const parseBody = (given: string): string => parseOption('body', given, checkBody)

/** Parses an option of the command line; throws UsageError with the reason when it is refused. */
function parseOption(name: string, given: string, check: (given: string) => Checked): string {
  const result = check(given)
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  return result.text
}

/** One line for a terminal. */
const formatLine = ({ id, title, impact, openedAt, resolvedAt }: Incident): string =>
  [id, impact, resolvedAt ? `${openedAt} to ${resolvedAt}` : `since ${openedAt}`, title].join('  ')

type Refused = { refused: 'unknown' } | { refused: 'resolved'; at: string }

/** Locks an unresolved incident until the transaction ends, or says why there is none. */
async function lockOpenIncident(tx: Tx, given: string): Promise<{ id: string } | Refused> {
  const id = given.toLowerCase()
  const incident = isUuid(id) ? await lockIncident(tx, id) : undefined
  if (!incident) return { refused: 'unknown' }
  const { resolvedAt } = incident
  return resolvedAt ? { refused: 'resolved', at: resolvedAt.toISOString() } : { id }
}

/** For the command line. */
function throwLine<T extends object>(result: T | Refused): asserts result is Exclude<T, Refused> {
  if (!('refused' in result)) return
  throw new Error(
    result.refused === 'unknown'
      ? 'no incident with this id; see incident list'
      : `this incident was resolved at ${result.at}; open a new one`,
  )
}

/** For HTTP. */
function throwApiError<T extends object>(result: T | Refused): asserts result is Exclude<T, Refused> {
  if (!('refused' in result)) return
  throw result.refused === 'unknown'
    ? new ApiError('not_found', 'There is no incident with this id.')
    : new ApiError('conflict', `This incident was resolved at ${result.at}. Open a new one.`)
}

const logChange = (
  { log, operator }: Pick<FastifyRequest, 'log' | 'operator'>,
  incidentId: string,
  kind: UpdateKind,
): void => log.info({ operator, incidentId, kind }, 'incident changed')

const IncidentId = Type.Object({ id: Type.String({ format: 'uuid', description: 'the id of an incident' }) })
