import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ask, startApp } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { moveLaunch, scheduleLaunches } from './world/notifying.ts'
import { seedLaunches } from './world/seed.ts'

async function start(t: TestContext) {
  const clock = handClock('2026-11-21T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock, config: { publicUrl: 'https://launchscore.example' } })
  const calendar = (id: string, headers: Record<string, string> = {}) =>
    ask(app, { url: `/launch/${id}/calendar.ics`, headers })
  return { deps, calendar }
}

const formatLine = (body: string, name: string) =>
  body
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))

test('GET calendar.ics: a moved launch moves its calendar entry', async (t) => {
  const { deps, calendar } = await start(t)
  const [id = ''] = await scheduleLaunches(deps, [{ name: 'Left, Sock', scheduledFor: '2026-12-01T18:00:00.000Z' }])
  const { status, body, headers } = await calendar(id)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="launch.ics"')
  assert.equal(headers['cache-control'], 'no-cache')
  assert.equal(formatLine(body, 'SUMMARY'), String.raw`SUMMARY:Left\, Sock ($SOCK) launches`)
  assert.equal(formatLine(body, 'DTSTART'), 'DTSTART:20261201T180000Z')
  assert.equal(formatLine(body, 'UID'), `UID:${id}@launchscore.example`)
  const { scoreId } = await deps.db
    .selectFrom('enrollments')
    .select('score_id as scoreId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await moveLaunch(deps, { enrollmentId: id, scoreId, scheduledFor: '2026-12-02T18:00:00.000Z' })
  const moved = await calendar(scoreId, { 'if-none-match': String(headers['etag']) })
  assert.equal(moved.status, 200)
  assert.equal(formatLine(moved.body, 'DTSTART'), 'DTSTART:20261202T180000Z')
  assert.equal(formatLine(moved.body, 'UID'), formatLine(body, 'UID'))
  const getVersion = (text: string) => Number(formatLine(text, 'SEQUENCE')?.split(':')[1])
  assert.ok(getVersion(moved.body) > getVersion(body))
  assert.equal((await calendar(id, { 'if-none-match': String(moved.headers['etag']) })).status, 304)
})

test('GET calendar.ics: 404 for a launch without a time', async (t) => {
  const { deps, calendar } = await start(t)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: `0xa11ce${'0'.repeat(34)}1` }])
  const unscheduled = await calendar(String(launch?.enrollmentId))
  assert.deepEqual([unscheduled.status, unscheduled.body.error.code], [404, 'not_found'])
  assert.match(unscheduled.body.error.message, /no scheduled time/)
  const unknown = await calendar('019a0000-0000-7000-8000-000000000000')
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'not_found'])
  const wrong = await calendar('left-sock')
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [400, 'id'])
})
