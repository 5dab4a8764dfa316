import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { buildApp } from '../src/main/routes.ts'
import { mayAnnounce } from '../src/notifications/approval-store.ts'
import { ask } from './world/app.ts'
import { closeAfter } from './world/waiting.ts'
import { adminBearer, scheduleLaunches, startNotifying } from './world/notifying.ts'

const launch = { band: 'green', warnings: [], outcome: null, isApproved: false } as const

const cases: [policy: 'all' | 'not_red' | 'approved', over: object, isAnnounced: boolean][] = [
  ['all', { band: 'red', outcome: 'rugged' }, true],
  ['not_red', {}, true],
  ['not_red', { band: 'amber', warnings: ['copycat'] }, true],
  ['not_red', { band: 'red', isApproved: true }, false],
  ['not_red', { warnings: ['honeypot'] }, false],
  ['not_red', { outcome: 'rugged' }, false],
  ['not_red', { outcome: 'dead' }, false],
  ['not_red', { outcome: 'graduated' }, true],
  ['approved', {}, false],
  ['approved', { isApproved: true }, true],
]
for (const [policy, over, isAnnounced] of cases)
  test(`NOTIFY_ANNOUNCE=${policy}: ${JSON.stringify(over)} is ${isAnnounced ? '' : 'not '}announced`, () =>
    assert.equal(mayAnnounce(policy, { ...launch, ...over }), isAnnounced))

async function start(t: TestContext, NOTIFY_ANNOUNCE?: string) {
  const world = await startNotifying(t, {}, { environment: { ...(NOTIFY_ANNOUNCE && { NOTIFY_ANNOUNCE }) } })
  const seeds = [
    { name: 'Green Mug', points: 90 },
    { name: 'Red Mug', points: 10 },
    { name: 'Hollow Mug', points: 90, tokenFacts: { isHoneypot: true } },
    { name: 'Gone Mug', points: 90 },
  ]
  const ids = await scheduleLaunches(
    world.deps,
    seeds.map((seed) => ({ ...seed, scheduledFor: '2026-12-01T18:00:00.000Z' })),
  )
  const { submission_id: gone } = await world.deps.db
    .selectFrom('enrollments')
    .select('submission_id')
    .where('id', '=', ids[3] ?? '')
    .executeTakeFirstOrThrow()
  await world.deps.db.updateTable('submissions').set({ outcome: 'rugged' }).where('id', '=', gone).execute()
  const announced = async () => {
    world.clock.moveTo('2026-12-01T17:00:00.000Z')
    await world.dispatch()
    return seeds
      .map(({ name }) => name)
      .filter((name) => world.discord.messages.some(({ content }) => content.includes(name)))
  }
  return { ...world, ids, announced }
}

test('by default, red, warned and rugged launches are not announced; the log has all', async (t) => {
  const { announced, states, ids } = await start(t)
  assert.deepEqual(await announced(), ['Green Mug'])
  for (const id of ids.slice(1))
    assert.deepEqual((await states(id)).slice(0, 2), ['T-60min discord skipped', 'T-60min logging sent'])
})

test('NOTIFY_ANNOUNCE=all announces all', async (t) => {
  const { announced } = await start(t, 'all')
  assert.equal((await announced()).length, 4)
})

test('NOTIFY_ANNOUNCE=approved: what an operator approved by route or command, with the operator’s name', async (t) => {
  const { deps, ids, announced } = await start(t, 'approved')
  const app = await buildApp(deps)
  closeAfter(t, () => app.close())
  const approve = (id: string, headers: object = adminBearer) =>
    ask(app, { method: 'POST', url: `/v1/admin/launches/${id}/approve`, headers: { ...headers } })
  const [green = '', red = ''] = ids
  assert.equal((await approve(green, {})).status, 401)
  const { status, body } = await approve(green)
  assert.deepEqual(
    [status, body],
    [200, { enrollmentId: green, approvedBy: 'admin', approvedAt: '2026-12-01T12:00:00.000Z' }],
  )
  assert.deepEqual((await approve(green)).body, body)
  assert.equal((await approve('01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d')).status, 404)
  const run = await runCommand(deps, ['launch', 'approve', red, '--json'])
  assert.equal(run.status, 0)
  assert.equal((await runCommand(deps, ['launch', 'approve', 'nonsense'])).status, 2)
  assert.deepEqual(await announced(), ['Green Mug', 'Red Mug'])
  const rows = await deps.db.selectFrom('announcement_approvals').select(['enrollment_id', 'actor']).execute()
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ actor }) => actor !== ''))
})
