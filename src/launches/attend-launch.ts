import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { ref } from '../../contract/schema.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { Attendance } from '../../contract/schemas/launch.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { type HashedNetwork, siteShares } from '../platform/client-network.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses } from '../platform/http/schema.ts'
import { createSharedKey } from '../platform/secret-box.ts'
import { resolveLaunch } from './resolve-launch.ts'
import { countView, deleteSessions, deleteVisits, findAttendanceKey, insertAttendanceKey } from './store.ts'

/** Per client network, launch and hour, so that a script can't inflate the views. */
const maxViewsPerHour = 60

/** A session is forgotten 90 days after its last view; then the same id counts again. */
const sessionMs = 90 * dayMs

const counted = Type.Unsafe<undefined>({ type: 'null', description: 'The view was received' })

export function attendLaunchRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'attendLaunch',
    summary: 'Count a view of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(Attendance),
    response: { 204: counted, ...errorResponses(400, 404, 413, 415, 451, 500) },
  }
  const { db, random } = deps
  const sessionKey = createSharedKey({
    find: () => findAttendanceKey(db),
    insert: (key) => insertAttendanceKey(db, key),
    random,
    table: 'attendance_key',
  })
  app.post('/v1/launch/:id/attendance', { schema }, async (request, reply) => {
    const client = await deps.hashNetwork(request.ip)
    const { session } = request.body
    await attendLaunch(deps, { id: request.params.id, session, client, key: await sessionKey() })
    return reply.code(204).send()
  })
}

/** Counts one view, and each session once (D29). Only a keyed hash of the session is stored. */
async function attendLaunch(
  { db, reads, clock }: Deps,
  { id, session, client, key }: { id: string; session: string; client: HashedNetwork; key: Buffer },
): Promise<void> {
  const { enrollmentId } = await resolveLaunch(reads, id)
  // The launch id makes a visitor's hashes on two launches unlinkable.
  const hashWithLaunch = (text: string) => createHmac('sha256', key).update(`${enrollmentId} ${text}`).digest()
  const name = (text: string) => hashWithLaunch(text).toString('hex')
  const seenAt = clock.now()
  await countView(db, {
    enrollmentId,
    sessionHash: hashWithLaunch(session),
    network: name(client.network),
    site: client.site === null ? null : { views: name(client.site), networks: name(`networks of ${client.site}`) },
    seenAt,
    hour: toHour(seenAt),
    maxViews: maxViewsPerHour,
    siteShares,
  })
}

export const pruneVisits = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteVisits(db, toHour(clock.now()), signal)

export const pruneSessions = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteSessions(db, new Date(clock.now().getTime() - sessionMs), signal)

const toHour = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)
