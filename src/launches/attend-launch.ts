import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { errorAnswers, ref } from '../platform/schema.ts'
import { knownLaunch } from './known-launch.ts'
import { Attendance, LaunchId } from './schemas.ts'
import { countView, findAttendanceKey, insertAttendanceKey } from './store.ts'

type AttendDeps = Pick<Deps, 'db' | 'reads' | 'random'>

const counted = Type.Unsafe<undefined>({ type: 'null', description: 'Counted' })

/** POST /v1/launch/:id/attendance: the beacon of the launch page. */
export function attendLaunchRoute(app: App, deps: AttendDeps) {
  const schema = {
    operationId: 'attendLaunch',
    summary: 'Count a view of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(Attendance),
    response: { 204: counted, ...errorAnswers(400, 404, 413, 415, 500) },
  }
  const sessionKey = keepSessionKey(deps)
  app.post('/v1/launch/:id/attendance', { schema }, async (request, reply) => {
    await attendLaunch(deps, { id: request.params.id, session: request.body.session, key: await sessionKey() })
    return reply.code(204).send()
  })
}

/** Counts one view and, once per session, one unique session (D29). Of the session only a keyed hash is kept. */
export async function attendLaunch(
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  { id, session, key }: { id: string; session: string; key: Buffer },
): Promise<void> {
  const { enrollmentId } = await knownLaunch(reads, id)
  // with the launch in it, so that a visitor's hashes on two launches have nothing in common
  const hash = createHmac('sha256', key).update(`${enrollmentId} ${session}`).digest()
  await countView(db, enrollmentId, hash)
}

/** The key of all replicas, read once; the first one that looks for it makes it. */
function keepSessionKey({ db, random }: Pick<Deps, 'db' | 'random'>): () => Promise<Buffer> {
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
