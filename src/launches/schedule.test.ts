import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedScore } from '../../test/world/seed.ts'
import { sharedTestDb } from '../../test/world/database.ts'
import { systemRandom } from '../platform/random.ts'
import { setSchedule } from './schedule.ts'
import { findSubject, insertEnrollment } from './enrollment-store.ts'
import { makeDeps } from '../../test/world/deps.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const deps = makeDeps({ random: systemRandom, clock: { now: () => now } })

/** An enrolled score without a time, and what can be done to it. */
async function enrolled() {
  const { db } = await sharedTestDb()
  const scoreId = await seedScore({ ...deps, db }, { creatorAddress: '0xa11ce00000000000000000000000000000000001' })
  const subject = await findSubject(db, scoreId)
  assert.ok(subject)
  const enrollmentId = systemRandom.uuid()
  const row = { enrollmentId, scoreId, subject, message: 'm', signature: '0x12', enrolledAt: now }
  await db.transaction().execute((tx) => insertEnrollment(tx, { ...row, enrolledFrom: null, verified: { by: 'key' } }))
  const set = (time: string | null, at = now) =>
    db.transaction().execute((tx) => {
      const scheduledFor = time === null ? null : new Date(time)
      return setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor, now: at })
    })
  const slots = async () => {
    const rows = await db
      .selectFrom('notification_slots')
      .selectAll()
      .where('enrollment_id', '=', enrollmentId)
      .execute()
    const ordered = rows.toSorted((a, b) => a.schedule_version - b.schedule_version || +a.send_at - +b.send_at)
    return ordered.map(({ schedule_version, slot, state }) => `${schedule_version} ${slot} ${state}`)
  }
  const announced = async () => {
    const events = db.selectFrom('outbox').select('body').where('body', 'like', `%${scoreId}%`)
    const rows = await events.orderBy('tx').execute()
    return rows.map(({ body }) => (JSON.parse(body) as { data: { scheduledFor: string | null } }).data.scheduledFor)
  }
  return { db, enrollmentId, scoreId, set, slots, announced }
}

const first = '2026-12-01T18:00:00.000Z'
const later = '2026-12-02T18:00:00.000Z'

test('a new time cancels the pending slots and plans three new ones', async () => {
  const { db, enrollmentId, set, slots, announced } = await enrolled()
  assert.equal(await set(first), true)
  await db
    .updateTable('notification_slots')
    .set({ state: 'sent' })
    .where('enrollment_id', '=', enrollmentId)
    .where('slot', '=', 'T-60min')
    .execute()
  assert.equal(await set(later), true)
  assert.deepEqual(await slots(), [
    '1 T-60min sent',
    '1 T-10min cancelled',
    '1 T+0 cancelled',
    '2 T-60min pending',
    '2 T-10min pending',
    '2 T+0 pending',
  ])
  assert.deepEqual(await announced(), [first, later])
})

test('the same time again changes nothing and emits no event', async () => {
  const { set, slots, announced } = await enrolled()
  assert.equal(await set(null), false)
  await set(first)
  assert.equal(await set('2026-12-01T19:00:00.000+01:00'), false)
  assert.deepEqual(await slots(), ['1 T-60min pending', '1 T-10min pending', '1 T+0 pending'])
  assert.deepEqual(await announced(), [first])
})

test('a cleared time cancels the slots and emits an event', async () => {
  const { set, slots, announced } = await enrolled()
  await set(first)
  assert.equal(await set(null), true)
  assert.equal(await set(first, new Date('2026-12-01T17:30:00Z')), true)
  assert.deepEqual(await slots(), [
    '1 T-60min cancelled',
    '1 T-10min cancelled',
    '1 T+0 cancelled',
    '3 T-60min skipped',
    '3 T-10min pending',
    '3 T+0 pending',
  ])
  assert.deepEqual(await announced(), [first, null, first])
})

test('after concurrent changes only the slots of the last one are pending', async () => {
  const { db, enrollmentId, set, slots } = await enrolled()
  const times = Array.from({ length: 8 }, (_, hour) => `2026-12-01T1${hour}:00:00.000Z`)
  await Promise.all(times.map((time) => set(time)))
  const pending = (await slots()).filter((slot) => slot.endsWith('pending'))
  assert.deepEqual(pending, ['8 T-60min pending', '8 T-10min pending', '8 T+0 pending'])
  const { scheduled_for } = await db
    .selectFrom('enrollments')
    .select('scheduled_for')
    .where('id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  const left = await db
    .selectFrom('notification_slots')
    .select('scheduled_for')
    .where('state', '=', 'pending')
    .execute()
  assert.deepEqual(left, [{ scheduled_for }, { scheduled_for }, { scheduled_for }])
})

test('a rolled-back change leaves schedule, slots and outbox unchanged', async () => {
  const { db, enrollmentId, scoreId, set, slots, announced } = await enrolled()
  await set(first)
  const failing = db.transaction().execute(async (tx) => {
    await setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor: new Date(later), now })
    throw new Error('the edit failed')
  })
  await assert.rejects(failing, /the edit failed/)
  assert.deepEqual(await slots(), ['1 T-60min pending', '1 T-10min pending', '1 T+0 pending'])
  assert.deepEqual(await announced(), [first])
})
