import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { keccak256, toBytes } from 'viem'
import { decideOutcomes } from '../src/outcomes/deciding/decide-outcomes.ts'
import { listParams, foldSealedDays } from '../src/outcomes/track-record/fold-track-record.ts'
import { foldTrackRecord } from '../src/outcomes/track-record/fold.ts'
import { recomputeCommand } from '../src/outcomes/track-record/recompute-command.ts'
import { recompute, rules } from '../src/outcomes/track-record/recompute.ts'
import { type TestApp, ask, startApp, startWorld } from './harness.ts'
import { insertLooks, listSeries, seedFollowed } from './seed-outcomes.ts'

const never = new AbortController().signal
const since = new Date('2026-06-01T12:00:00.000Z')
const HOUR_MS = 3_600_000

/** A service that has watched the series of the fixtures day by day, and sealed each day. */
async function startFollowed(t: TestContext, days = 40) {
  let now = since
  const world = await startWorld(t)
  const environment = {
    ...world.environment,
    CHAIN_ID: '8453',
    MARKET_DATA_URL: 'http://127.0.0.1:9',
    OUTCOME_CLAIMS: 'green=0.35,amber=0.2,red=0.08,rugged=0.05',
  }
  const started = await startApp(t, { world, environment, clock: { now: () => now } })
  const { deps } = started
  const launches = []
  for (const [index, { observations }] of listSeries().entries())
    launches.push({
      observations,
      ...(await seedFollowed(deps.db, { looks: [], tradingSince: since, points: 20 + ((index * 37) % 70) })),
    })
  for (let day = 1; day <= days; day += 1) {
    const [from, until] = [(day - 1) * 24 - 12, day * 24 - 12]
    for (const { bindingId, observations } of launches) {
      const looks = observations.filter((look) => look.t >= Math.max(0, from) && look.t < until)
      await insertLooks(deps.db, bindingId, since, looks)
    }
    now = new Date(since.getTime() + until * HOUR_MS + 1_200_000)
    await decideOutcomes(deps, never)
    await foldSealedDays(deps, never)
  }
  return { ...started, setTime: (time: Date) => (now = time) }
}

async function download({ app }: TestApp) {
  const { body } = await ask(app, { url: '/api/v1/track-record/days', remoteAddress: '198.51.100.7' })
  const files = []
  for (const { day, digest } of body.days as { day: string; digest: string }[]) {
    const response = await app.inject({ url: `/api/v1/track-record/days/${day}.ndjson`, remoteAddress: '198.51.100.7' })
    assert.equal(response.statusCode, 200)
    files.push({ day, digest, text: response.body })
  }
  return files
}

const strict: typeof rules.decideOutcome = (looks, horizon, age) => {
  const made = rules.decideOutcome(looks, horizon, age)
  return made?.outcome === 'alive' ? { ...made, outcome: 'dead', cause: 'thin' } : made
}

test('sealed days give every outcome and figure again, and show each change', async (t) => {
  const world = await startFollowed(t)
  const { app } = world
  const files = await download(world)
  assert.equal(files.length, 40)
  const again = recompute(files)
  assert.deepEqual(again.differences, [])
  assert.ok(again.outcomes > 60)
  const [cohort] = again.launches
  assert.ok(cohort)
  for (const params of listParams(cohort)) {
    const { horizon, population, unit } = params
    const { body } = await ask(app, {
      url: `/api/v1/track-record?horizon=${horizon}&population=${population}&unit=${unit}&version=${cohort.promptMajor}`,
    })
    const made = JSON.parse(JSON.stringify(foldTrackRecord(again, params))) as Record<string, unknown>
    for (const field of ['asOf', 'funnel', 'outcomes', 'bands', 'ranking', 'calibration', 'survival', 'tests'])
      assert.deepEqual(body[field], made[field], `${horizon} ${field}`)
    assert.equal(body.observing, true)
  }
  const { body } = await ask(app, { url: '/api/v1/track-record' })
  assert.ok(body.funnel.known > 5)
  assert.equal(body.sealed.digest, again.digest)

  const change = (from: string | RegExp, to: string) =>
    files.map((file) => ({ ...file, text: file.text.replace(from, to) }))
  assert.ok(recompute(change('"outcome":"dead"', '"outcome":"alive"')).differences.length > 1)
  assert.ok(recompute(change(/^.*"kind":"outcome".*\n/m, '')).differences.length > 1)
  assert.ok(recompute(change(/"depth":(\d)/, '"depth":9$1')).differences.length > 0)
  const unlisted = files.map(({ day, text }) => ({ day, text: text.replace(/^.*"kind":"outcome".*\n/m, '') }))
  assert.ok(recompute(unlisted).differences.some((line) => line.includes('missing')))
  const reordered = files.map((file) => ({ ...file, text: file.text.trim().split('\n').toReversed().join('\n') }))
  assert.ok(recompute(reordered).differences.length > 0)
  const swapped = [...files.slice(0, 5), ...files.slice(5, 7).toReversed(), ...files.slice(7)]
  assert.ok(recompute(swapped).differences.some((line) => line.includes('does not follow')))
  assert.ok(recompute(files, { ...rules, decideOutcome: strict }).differences.length > 0)
  assert.ok(recompute(files, { ...rules, version: 'outcome-rules@2.0.0' }).differences.length > 0)
})

test('outcome recompute ends with 0 only when every figure comes out again', async (t) => {
  const world = await startFollowed(t, 9)
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const call = { positionals: [], isJson: false }
  const good = await recomputeCommand.runAlone?.({ ...call, options: { url } })
  assert.deepEqual([good?.status, good?.stderr], [0, ''])
  await sql`update track_record_folds set body = replace(body, '"traded":', '"traded":1')`.execute(world.deps.db)
  const changed = await recomputeCommand.runAlone?.({ ...call, options: { url } })
  assert.equal(changed?.status, 1)
  assert.match(changed.stdout, /funnel differs/)
  const folder = mkdtempSync(join(tmpdir(), 'days-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = await download(world)
  for (const { day, text } of files) writeFileSync(join(folder, `${day}.ndjson`), text)
  writeFileSync(join(folder, 'days.json'), JSON.stringify({ days: files }))
  assert.equal((await recomputeCommand.runAlone?.({ ...call, options: { days: folder } }))?.status, 0)
  rmSync(join(folder, `${files[3]?.day}.ndjson`))
  assert.equal((await recomputeCommand.runAlone?.({ ...call, options: { days: folder } }))?.status, 1)
})

test('the claims are fixed with their digest, and exports hold every launch', async (t) => {
  const { app } = await startFollowed(t, 9)
  const { body } = await ask(app, { url: '/api/v1/track-record/claims' })
  assert.equal(body.digest, keccak256(toBytes(body.text)))
  assert.match(body.text, /"H4"/)
  const csv = await app.inject({ url: '/api/v1/track-record/export.csv' })
  assert.equal(csv.statusCode, 200)
  assert.equal(csv.body.split('\r\n').length, listSeries().length + 2)
  const json = await app.inject({ url: '/api/v1/track-record/export.ndjson' })
  const rows = json.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { headline: boolean; outcome24h: string })
  assert.equal(rows.length, listSeries().length)
  assert.ok(rows.every(({ headline }) => headline))
  const held = { 'if-none-match': String(csv.headers.etag) }
  assert.equal((await app.inject({ url: '/api/v1/track-record/export.csv', headers: held })).statusCode, 304)
})

test('a closed day takes no more rows, and a seal that was cut off is made again whole', async (t) => {
  const { deps, setTime } = await startFollowed(t, 3)
  const [row] = (await sql<{ id: string }>`select binding_id as id from recorded_launches limit 1`.execute(deps.db))
    .rows
  const late = insertLooks(deps.db, row?.id ?? '', since, [{ t: 1.5, state: 'absent' }])
  await assert.rejects(late, /closed/)
  setTime(new Date(since.getTime() + 96 * HOUR_MS))
  // The last statement of the seal fails: nothing of the day stays, as after a kill.
  await sql`alter table record_days add constraint cut_off check (day <= '2026-06-03')`.execute(deps.db)
  await assert.rejects(foldSealedDays(deps, never), /cut_off/)
  const count = async () =>
    (
      await sql<{ days: number; parts: number }>`select (select count(*)::int from record_days) as days,
      (select count(distinct day)::int from record_day_parts) as parts`.execute(deps.db)
    ).rows[0]
  assert.deepEqual(await count(), { days: 3, parts: 3 })
  await sql`alter table record_days drop constraint cut_off`.execute(deps.db)
  await foldSealedDays(deps, never)
  assert.deepEqual(await count(), { days: 4, parts: 4 })
})

test('where nothing is observed the record says so', async (t) => {
  const { app } = await startApp(t)
  const { status, body } = await ask(app, { url: '/api/v1/track-record' })
  assert.equal(status, 200)
  assert.equal(body.observing, false)
  assert.equal(body.asOf, null)
  assert.equal((await ask(app, { url: '/api/v1/track-record/days' })).body.days.length, 0)
  assert.equal((await app.inject({ url: '/api/v1/track-record/days/2026-06-01.ndjson' })).statusCode, 404)
})
