import type { KeyDeps } from '../keys/key-deps.ts'
import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { deleteInBatches } from '../database/upkeep/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import { dayMs, hourMs } from '../platform/clock.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, ref } from '../platform/http/schema.ts'
import { resolveLaunch } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../enrollment/schemas.ts'
import { Attendance } from './schemas.ts'
import { countView, deleteSessions, deleteVisits, findAttendanceKey, insertAttendanceKey } from './store.ts'

type AttendDeps = Pick<Deps & KeyDeps, 'db' | 'reads' | 'random' | 'clock' | 'hashNetwork'>

/** Views counted per client network, launch and hour, so that a script can't inflate them. */
const maxViewsPerHour = 60

/** A session that has not viewed a launch page for 90 days is over: the same id is counted again. */
const sessionMs = 90 * dayMs

const counted = Type.Unsafe<undefined>({ type: 'null', description: 'The view was received' })

/** POST /v1/launch/:id/attendance: counts a view of the launch page. */
export function attendLaunchRoute(app: App, deps: AttendDeps) {
  const schema = {
    operationId: 'attendLaunch',
    summary: 'Count a view of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(Attendance),
    response: { 204: counted, ...errorResponses(400, 404, 413, 415, 451, 500) },
  }
  const sessionKey = createSessionKeyLoader(deps)
  app.post('/v1/launch/:id/attendance', { schema }, async (request, reply) => {
    const { network } = await deps.hashNetwork(request.ip)
    const { session } = request.body
    await attendLaunch(deps, { id: request.params.id, session, network, key: await sessionKey() })
    return reply.code(204).send()
  })
}

/**
 * Counts one view, and each session once (D29). Only a keyed hash of the session is stored. A client network counts as at
 * most one session per hour.
 */
async function attendLaunch(
  { db, reads, clock }: Pick<Deps, 'db' | 'reads' | 'clock'>,
  { id, session, network, key }: { id: string; session: string; network: string; key: Buffer },
): Promise<void> {
  const { enrollmentId } = await resolveLaunch(reads, id)
  // the launch id makes a visitor's hashes on two launches unlinkable
  const hashWithLaunch = (text: string) => createHmac('sha256', key).update(`${enrollmentId} ${text}`).digest()
  const seenAt = clock.now()
  await countView(db, {
    enrollmentId,
    sessionHash: hashWithLaunch(session),
    network: hashWithLaunch(network).toString('hex'),
    seenAt,
    hour: toHour(seenAt),
    maxViews: maxViewsPerHour,
  })
}

/** Deletes the client networks of past hours and returns their number. */
export const pruneVisits = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteVisits(db, toHour(clock.now()))

/** Deletes the sessions that are over and returns their number. */
export async function pruneSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - sessionMs)
  return deleteInBatches((limit) => deleteSessions(db, { before, limit }), signal)
}

const toHour = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)

/** Loads the key that all replicas share. The first replica creates it. */
function createSessionKeyLoader({ db, random }: Pick<Deps, 'db' | 'random'>): () => Promise<Buffer> {
  let kept: Buffer | undefined
  return async () => {
    kept ??= await findAttendanceKey(db)
    if (kept) return kept
    await insertAttendanceKey(db, Buffer.from(random.hex(32), 'hex'))
    kept = await findAttendanceKey(db)
    if (kept) return kept
    throw new Error('attendance_key has lost its row')
  }
}
