import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { isPublished } from '../contract/release.ts'
import { runCommand } from '../src/main/commands.ts'
import { sealDays } from '../src/record/seal-days.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { foldAll, foldSealedDays } from '../src/record/fold-track-record.ts'
import { recomputeCommand } from '../src/record/recompute-command.ts'
import { recompute, rules } from '../src/record/recompute.ts'
import { since, startFollowed, downloadDays } from './world/outcomes.ts'
import { ask, startApp } from './world/app.ts'
import { insertObservations, listSeries } from './world/seed.ts'

const isChecksummed = (address: string) => address === getAddress(address)
const never = new AbortController().signal
const hourMs = 3_600_000

const strict: typeof rules.decideOutcome = (observations, horizon, age) => {
  const made = rules.decideOutcome(observations, horizon, age)
  return made?.outcome === 'alive' ? { ...made, outcome: 'dead', cause: 'thin' } : made
}

test('sealed days give every outcome and figure again, and show each change', async (t) => {
  const world = await startFollowed(t)
  const { app } = world
  const files = await downloadDays(world)
  assert.equal(files.length, 40)
  const again = await recompute(files)
  assert.deepEqual(again.differences, [])
  // Each day has the digests of the lists.
  for (const { day, text } of files)
    assert.match(text, /"kind":"lists","quotes":"0x[0-9a-f]{64}","venues":"0x[0-9a-f]{64}"/, day)
  const shown = files.flatMap(({ text }) => text.match(/"(?:creator|token)":"[^"]*"/g) ?? [])
  assert.equal(shown.length, 2 * again.launches)
  for (const address of shown) assert.ok(isChecksummed(address.slice(-43, -1)), address)
  assert.ok(again.outcomes > 60)
  assert.equal(again.figures.length, 4)
  for (const { params, figures } of again.figures) {
    const { horizon, promptMajor } = params
    const { body } = await ask(app, { url: `/api/v1/track-record?horizon=${horizon}&version=${promptMajor}` })
    const made = JSON.parse(JSON.stringify(figures)) as Record<string, unknown>
    for (const field of ['asOf', 'funnel', 'outcomes', 'bands', 'survival'])
      assert.deepEqual(body[field], made[field], `${horizon} ${field}`)
    assert.equal(body.observing, true)
  }
  const { body } = await ask(app, { url: '/api/v1/track-record' })
  assert.ok(body.funnel.known > 5)
  assert.equal(body.sealed.digest, again.digest)

  const change = (from: string | RegExp, to: string) =>
    files.map((file) => ({ ...file, text: file.text.replace(from, to) }))
  assert.ok((await recompute(change('"outcome":"dead"', '"outcome":"alive"'))).differences.length > 1)
  assert.ok((await recompute(change(/^.*"kind":"outcome".*\n/m, ''))).differences.length > 1)
  assert.ok((await recompute(change(/"depth":(\d)/, '"depth":9$1'))).differences.length > 0)
  const unlisted = files.map(({ day, text }) => ({ day, text: text.replace(/^.*"kind":"outcome".*\n/m, '') }))
  assert.ok((await recompute(unlisted)).differences.some((line) => line.includes('missing')))
  const reordered = files.map((file) => ({ ...file, text: file.text.trim().split('\n').toReversed().join('\n') }))
  assert.ok((await recompute(reordered)).differences.length > 0)
  const swapped = [...files.slice(0, 5), ...files.slice(5, 7).toReversed(), ...files.slice(7)]
  assert.ok((await recompute(swapped)).differences.some((line) => line.includes('does not follow')))
  assert.ok((await recompute(files, { ...rules, decideOutcome: strict })).differences.length > 0)
  assert.ok((await recompute(files, { ...rules, version: 'outcome-rules@2.0.0' })).differences.length > 0)
})

test('recompute takes the addresses of a wallet in any case for the same wallet', async (t) => {
  const files = await downloadDays(await startFollowed(t, 9))
  const lower = files.map(({ day, text }) => ({
    day,
    text: text.replaceAll(/"creator":"[^"]*"/g, (found) => found.toLowerCase()),
  }))
  const [made, same] = [await recompute(files), await recompute(lower)]
  assert.deepEqual(same.figures, made.figures)
})

test('outcome recompute ends with 0 only when every figure comes out again', async (t) => {
  const world = await startFollowed(t, 9)
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const good = await recomputeCommand({ url }, false)
  assert.deepEqual([good.status, good.stderr], [0, ''])
  const recomputeStored = () => runCommand(world.deps, ['outcome', 'recompute'])
  assert.deepEqual(await recomputeStored(), good)
  await sql`update track_record_folds set body = replace(body, '"traded":', '"traded":1')`.execute(world.deps.db)
  const changed = await recomputeCommand({ url }, false)
  assert.equal(changed.status, 1)
  assert.match(changed.stdout, /funnel differs/)
  assert.deepEqual(await recomputeStored(), changed)
  const folder = mkdtempSync(join(tmpdir(), 'days-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = await downloadDays(world)
  for (const { day, text } of files) writeFileSync(join(folder, `${day}.ndjson`), text)
  writeFileSync(join(folder, 'days.json'), JSON.stringify({ days: files }))
  assert.equal((await recomputeCommand({ days: folder }, false)).status, 0)
  rmSync(join(folder, `${files[3]?.day}.ndjson`))
  assert.equal((await recomputeCommand({ days: folder }, false)).status, 1)
})

test('figures of an earlier day that a slow replica makes replace no newer ones', async (t) => {
  const { app, deps } = await startFollowed(t, 3)
  const read = async () => (await ask(app, { url: '/api/v1/track-record' })).body
  const newest = await read()
  assert.equal(newest.asOf, '2026-06-04T00:00:00.000Z')
  await foldAll(deps, new Date('2026-06-03T00:00:00.000Z'))
  assert.deepEqual(await read(), newest)
})

test('GET /api/v1/track-record: new figures and a new stamp show at once', async (t) => {
  const { app, deps } = await startFollowed(t, 2)
  const read = async () => {
    const { body, headers } = await ask(app, { url: '/api/v1/track-record' })
    return { body, etag: headers.etag }
  }
  const first = await read()
  assert.equal(first.body.sealed.stampTx, null)
  assert.deepEqual(await read(), first)
  await sql`update track_record_folds set body = jsonb_set(body::jsonb, '{funnel,scored}', '7777')::text`.execute(
    deps.db,
  )
  const changed = await read()
  assert.deepEqual(changed.body, { ...first.body, funnel: { ...first.body.funnel, scored: 7777 } })
  assert.notEqual(changed.etag, first.etag)
  await sql`insert into attestation_jobs (id, kind, subject, state, next_attempt_at, queued_at, chain_id, signer, nonce, tx_hash)
    values (gen_random_uuid(), 'stamp', ${first.body.sealed.digest}, 'final', now(), now(), 8453, '0x01', 999, '0x02')`.execute(
    deps.db,
  )
  const stamped = await read()
  assert.deepEqual(stamped.body, { ...changed.body, sealed: { ...first.body.sealed, stampTx: '0x02' } })
  assert.notEqual(stamped.etag, changed.etag)
  assert.deepEqual(await read(), stamped)
})

test('a binding that was corrected counts no more, and sealed days agree about it', async (t) => {
  const world = await startFollowed(t, 6)
  const { deps, setTime } = world
  const [row] = (await sql<{ id: string }>`select binding_id as id from recorded_launches limit 1`.execute(deps.db))
    .rows
  const subject = `binding:${row?.id}`
  const correct = ['outcome', 'correct', subject, '--reason', 'wrong_token', '--explain', 'Another token.']
  const { status, stderr } = await runCommand(deps, correct)
  assert.deepEqual([status, stderr], [0, ''])
  for (const day of [7, 8, 9, 10, 11]) {
    setTime(new Date(since.getTime() + (day * 24 - 11) * hourMs))
    await decideOutcomes(deps, never)
    await foldSealedDays(deps, never)
  }
  const again = await recompute(await downloadDays(world))
  assert.deepEqual(again.differences, [])
  const month = again.figures.find(({ params }) => params.horizon === '30d')
  assert.equal(month?.figures.funnel.launched, listSeries().length - 1)
  const { body } = await ask(world.app, { url: '/api/v1/track-record' })
  assert.equal(body.funnel.launched, listSeries().length - 1)
})

test('exports hold every launch', async (t) => {
  const { app } = await startFollowed(t, 9)
  const csv = await app.inject({ url: '/api/v1/track-record/export.csv' })
  assert.equal(csv.statusCode, 200)
  assert.equal(csv.body.split('\r\n').length, listSeries().length + 2)
  const json = await app.inject({ url: '/api/v1/track-record/export.ndjson' })
  const rows = json.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { headline: boolean; creator: string; token: string })
  assert.equal(rows.length, listSeries().length)
  assert.ok(rows.every(({ creator, token }) => isChecksummed(creator) && isChecksummed(token)))
  for (const { creator, token } of rows) assert.ok(csv.body.includes(`,${creator},${token},`))
  assert.ok(rows.every(({ headline }) => headline))
  const held = { 'if-none-match': String(csv.headers.etag) }
  assert.equal((await app.inject({ url: '/api/v1/track-record/export.csv', headers: held })).statusCode, 304)
})

test('an export between a seal and its figures is of the day before, without an ETag', async (t) => {
  const { app, deps, setTime, launches } = await startFollowed(t, 3)
  const read = async () => {
    const { body, headers } = await app.inject({ url: '/api/v1/track-record/export.ndjson' })
    return { body, etag: headers.etag }
  }
  const folded = await read()
  assert.ok(folded.etag)
  for (const { bindingId, observations } of launches) {
    const missing = observations.filter(({ t: hours }) => hours >= 60 && hours < 84)
    await insertObservations(deps.db, bindingId, since, missing)
  }
  setTime(new Date(since.getTime() + 85 * hourMs))
  await decideOutcomes(deps, never)
  assert.equal(await sealDays(deps, never), true)
  assert.deepEqual(await read(), { body: folded.body, etag: undefined })
  await foldSealedDays(deps, never)
  const next = await read()
  assert.ok(next.etag && next.etag !== folded.etag)
})

test('an export: HEAD has no rows, and a corrected outcome is exported as unknown', async (t) => {
  const { app, deps, setTime } = await startFollowed(t, 3)
  const head = await app.inject({ method: 'HEAD', url: '/api/v1/track-record/export.csv' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  assert.equal(head.headers['content-type'], 'text/csv; charset=utf-8')
  const exportRows = async () =>
    (await app.inject({ url: '/api/v1/track-record/export.ndjson' })).body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { token: string; outcome24h: string | null; cause24h: string | null })
  const { rows } = await sql<{ id: string; token: string }>`
    select o.binding_id as id, r.token from outcomes o join recorded_launches r on r.binding_id = o.binding_id
    where o.horizon = '24h' and o.outcome <> 'unknown' limit 1`.execute(deps.db)
  const [row] = rows
  const subject = `outcome:${row?.id}:24h`
  const { status } = await runCommand(deps, ['outcome', 'correct', subject, '--reason', 'wrong_data', '--explain', 'x'])
  assert.equal(status, 0)
  const find = async () => (await exportRows()).find(({ token }) => token.toLowerCase() === row?.token)
  // It holds from the day on which it was made, once that is sealed.
  assert.notEqual((await find())?.outcome24h, 'unknown')
  setTime(new Date(since.getTime() + 85 * hourMs))
  await foldSealedDays(deps, never)
  const { outcome24h, cause24h } = (await find()) ?? {}
  assert.deepEqual([outcome24h, cause24h], ['unknown', 'corrected'])
})

test('one network writes one export at a time and leaves a place to others', async (t) => {
  const { app } = await startFollowed(t, 2, 4)
  const open = async (remoteAddress: string) => {
    const response = await app.inject({
      url: '/api/v1/track-record/export.ndjson',
      remoteAddress,
      payloadAsStream: true, // which is not read: the response waits
    })
    t.after(() => response.stream().destroy())
    return response.statusCode
  }
  assert.equal(await open('198.51.100.1'), 200)
  assert.equal(await open('198.51.100.1'), 503)
  assert.equal(await open('198.51.100.2'), 200)
  assert.equal(await open('198.51.100.3'), 503)
})

test('a closed day takes no more rows, and a seal that was cut off is made again whole', async (t) => {
  const { deps, setTime } = await startFollowed(t, 3)
  const [row] = (await sql<{ id: string }>`select binding_id as id from recorded_launches limit 1`.execute(deps.db))
    .rows
  const late = insertObservations(deps.db, row?.id ?? '', since, [{ t: 1.5, state: 'absent' }])
  await assert.rejects(late, /closed/)
  setTime(new Date(since.getTime() + 96 * hourMs))
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

test('after months without a run, outcomes and lengths of life are those of the observations', async (t) => {
  const { deps, setTime, launches } = await startFollowed(t, 2)
  for (const { bindingId, observations } of launches) {
    const later = observations.filter(({ t: hours }) => hours >= 36)
    await insertObservations(deps.db, bindingId, since, later)
  }
  const findDays = async (name: string) => {
    const id = launches.find(({ series }) => series === name)?.bindingId ?? ''
    const survival = deps.db.selectFrom('launch_survivals').select('days').where('binding_id', '=', id)
    return (await survival.executeTakeFirstOrThrow()).days
  }
  const names = ['alive', 'dead-quiet', 'rugged-after-graduation', 'revived']
  setTime(new Date(since.getTime() + 125 * 24 * hourMs))
  await decideOutcomes(deps, never)
  setTime(new Date(since.getTime() + 130 * 24 * hourMs))
  await foldSealedDays(deps, never)
  assert.deepEqual(await Promise.all(names.map(findDays)), [31, 4, 13, 3])
  const { status, stdout } = await runCommand(deps, ['outcome', 'recompute'])
  assert.equal(status, 0, stdout)
})

test('the sealed days are paged, the oldest first', async (t) => {
  const { app } = await startFollowed(t, 5)
  const days: string[] = []
  for (let url = '/api/v1/track-record/days?limit=2', pages = 1; ; pages += 1) {
    const { body } = await ask(app, { url })
    days.push(...(body.days as { day: string }[]).map(({ day }) => day))
    if (body.nextCursor === null) {
      assert.equal(pages, 3)
      break
    }
    url = `/api/v1/track-record/days?limit=2&cursor=${body.nextCursor}`
  }
  assert.deepEqual(days, ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'])
  for (const query of ['limit=0', 'limit=501', 'limit=1e1', 'cursor=frog'])
    assert.equal((await ask(app, { url: `/api/v1/track-record/days?${query}` })).status, 400)
})

test('where nothing is observed the record says so', async (t) => {
  const { app } = await startApp(t)
  const { status, body } = await ask(app, { url: '/api/v1/track-record' })
  assert.equal(status, 200)
  assert.equal(body.observing, false)
  assert.equal(body.asOf, null)
  const { body: none } = await ask(app, { url: '/api/v1/track-record/days' })
  assert.deepEqual(none, { days: [], limit: 100, nextCursor: null })
  for (const day of ['2026-06-01', '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31'])
    assert.equal((await ask(app, { url: `/api/v1/track-record/days/${day}.ndjson` })).status, 404, day)
})

/** The text of a page, without its tags. */
const toText = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

test('GET /track-record: the figures in three languages, without a script', async (t) => {
  const { app } = await startFollowed(t, 40, 3)
  const { bands, funnel } = (await ask(app, { url: '/api/v1/track-record' })).body
  const [green] = bands
  for (const [language, sentence, caveat] of [
    [
      'en',
      `${green.good} of ${green.due} green launches were alive after 30 days`,
      `${funnel.due} launches are too few to prove anything.`,
    ],
    [
      'es',
      `Tras 30 días seguían vivos ${green.good} de ${green.due} lanzamientos verdes`,
      `Con ${funnel.due} lanzamientos no se demuestra nada.`,
    ],
    ['zh', `绿色 ${green.due} 个中的 ${green.good} 个`, `${funnel.due} 个发行太少，证明不了什么。`],
  ] as const) {
    const { status, body, headers } = await ask(app, { url: `/track-record?lang=${language}` })
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=60')
    const text = toText(body)
    assert.ok(text.includes(sentence) && text.includes(caveat), language)
    assert.ok(body.includes(`<svg class="survival"`) && body.includes(`<svg class="share-line"`))
    assert.ok(body.includes('/api/v1/track-record/export.csv'))
  }
  const { body: other } = await ask(app, { url: '/track-record?horizon=7d' })
  assert.match(other, /launches were alive after 7 days/)
  assert.equal((await ask(app, { url: '/track-record?horizon=8d' })).status, 400)
})

/** The squares of a page by band, as the outcomes of their classes. */
function listSquares(page: string): string[][] {
  const lists = page.split('<ul class="squares">').slice(1)
  return lists.map((list) =>
    [...(list.split('</ul>')[0] ?? '').matchAll(/class="square (\w+)"/g)].map(([, outcome = '']) => outcome),
  )
}

test('GET /track-record: one square for each launch that the figures count, with its name', async (t) => {
  const { app, deps, launches } = await startFollowed(t, 40, 3)
  const { bands, outcomes } = (await ask(app, { url: '/api/v1/track-record' })).body
  const page = String((await ask(app, { url: '/track-record' })).body)
  const squares = listSquares(page)
  assert.deepEqual(
    squares.map((list) => list.length),
    bands.map(({ due }: { due: number }) => due),
  )
  for (const outcome of ['graduated', 'alive', 'dead', 'rugged'])
    assert.equal(squares.flat().filter((one) => one === outcome).length, outcomes[outcome], outcome)
  assert.match(
    page,
    /<a href="\/(score|launch)\/[^"]+#outcome"><span class="square dead" role="img" aria-label="[^"]+: Dead"/,
  )
  const [launch] = launches
  const { status } = await runCommand(deps, ['score', 'hide', launch?.score.id ?? '', '--reason', 'Spam.'])
  assert.equal(status, 0)
  const after = String((await ask(app, { url: '/track-record' })).body)
  assert.equal(listSquares(after).flat().length, squares.flat().length)
  assert.match(after, /<li><span class="square \w+" role="img" aria-label="Taken down: /)
})

test('GET /track-record: the command to check the figures names no package that is not published', async (t) => {
  const { app } = await startFollowed(t, 9)
  const { body } = await ask(app, { url: '/track-record?lang=en' })
  const [, command = ''] = /<code>([^<]* outcome recompute --url http[^<]*)<\/code>/.exec(body) ?? []
  assert.ok(command.startsWith(isPublished ? 'npx @launchscore/server ' : 'npm run cli -- '), command)
  assert.equal(toText(body).includes('Run it in a checkout of the source'), !isPublished)
})

test('GET /track-record: before the first outcome, the page says when it is due', async (t) => {
  const { app } = await startFollowed(t, 3)
  for (const [query, sentence] of [
    ['lang=en', 'The record starts with the first launch.'],
    ['lang=en', '22 launches are on their way; the first is decided on 1 Jul 2026.'],
    ['lang=es', 'el primero se decide el 1 jul 2026.'],
    ['lang=zh', '第一个将于 2026年7月1日 判定'],
    ['lang=en&horizon=7d', 'the first is decided on 8 Jun 2026.'],
  ] as const) {
    const { body } = await ask(app, { url: `/track-record?${query}` })
    assert.ok(toText(body).includes(sentence), sentence)
  }
  const { body: decided } = await ask(app, { url: '/track-record?horizon=24h' })
  assert.doesNotMatch(decided, /is decided on/)
})

test('GET /track-record: a deployment that observes nothing says so, and shows no figures', async (t) => {
  const { app } = await startApp(t)
  const { status, body } = await ask(app, { url: '/track-record' })
  assert.equal(status, 200)
  assert.match(body, /The record starts with the first launch\./)
  assert.match(body, /This site has no market data yet/)
  assert.doesNotMatch(body, /id="figures"|id="launches"|id="creators"/)
})

test('GET /graduates: every graduate with its later state, beside how many traded', async (t) => {
  const { app, deps } = await startFollowed(t)
  const { body: list } = await ask(app, { url: '/api/v1/graduates' })
  const fallen = list.graduates.filter(
    ({ since }: { since: { outcome: string } | null }) => since?.outcome === 'rugged',
  )
  assert.ok(list.count > 1 && fallen.length > 0)
  const decided = (
    await deps.db
      .selectFrom('outcomes')
      .select(({ fn }) => fn.max('decided_at').as('at'))
      .executeTakeFirst()
  )?.at
  assert.equal(list.asOf, decided?.toISOString())
  const { status, body } = await ask(app, { url: '/graduates' })
  assert.equal(status, 200)
  const rate = `${list.count} of 22 launches that traded.`
  assert.ok(body.includes(rate))
  t.after(() => sql`alter table recorded_launches enable trigger user`.execute(deps.db))
  await sql`alter table recorded_launches disable trigger user`.execute(deps.db)
  await sql`update recorded_launches set prompt_major = 7`.execute(deps.db) // launches of every cohort count
  assert.ok((await ask(app, { url: '/graduates?limit=50' })).body.includes(rate))
  for (const { scoreRequestId } of list.graduates) assert.ok(body.includes(`href="/score/${scoreRequestId}"`))
  // It is dated by the observation that found the rug, not by the one that decided the outcome at 30 days.
  const ruggedAt = new Date(since.getTime() + 306 * hourMs).toISOString()
  for (const graduate of fallen) assert.equal(graduate.since.at, ruggedAt)
  assert.equal(body.split('>Rugged on 14 Jun 2026<').length - 1, fallen.length)
  const { body: first } = await ask(app, { url: '/graduates?limit=1' })
  const next = /href="(\/graduates\?limit=1&amp;cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.equal((await ask(app, { url: next })).status, 200)
})

test('GET /graduates and /creator: a critical warning stands before the band', async (t) => {
  const { app, deps } = await startFollowed(t)
  const { graduates } = (await ask(app, { url: '/api/v1/graduates' })).body
  const [first, second] = graduates
  await deps.db
    .updateTable('scores')
    .set({ warning_codes: ['honeypot'] })
    .where('id', '=', first.scoreRequestId)
    .execute()
  const { body: list } = await ask(app, { url: '/api/v1/graduates' })
  assert.deepEqual([list.graduates[0].warnings, list.graduates[1].warnings], [['honeypot'], []])
  for (const url of ['/graduates', `/creator/${first.creatorAddress}`]) {
    const { body } = await ask(app, { url })
    const rows = String(body).split('<tr')
    const row = rows.find((one) => one.includes(first.name) && one.includes('crit')) ?? ''
    assert.match(row, /crit.*Honeypot/s, url)
    assert.doesNotMatch(row, /class="chip (green|amber|red)[^>]*>.*Honeypot/s, url)
    assert.ok(!rows.some((one) => one.includes(`/score/${second.scoreRequestId}`) && one.includes('Honeypot')))
  }
})

const sentences = (page: string) => page.match(/The thin lines of [^:]*/g) ?? []

/** The figures of a band with 20 launches that are due. */
const bandOf = (band: string, good: number, unknown: number) => {
  const known = 20 - unknown
  const share = good / known
  const counts = { scored: 400, enrolled: 60, launched: 25, untraded: 1, neverLaunched: 9, traded: 22, due: 20 }
  return { band, ...counts, known, unknown, good, share, interval: [0, 1], bounds: [good / 20, (good + unknown) / 20] }
}

test('GET /track-record: the bands show their launches, the unknown and the overlaps', async (t) => {
  const { app, deps } = await startFollowed(t, 2)
  const show = async (bands: object[]) => {
    const whole = JSON.stringify(bands.map((band) => ({ ...band, rugged: 0 })))
    await sql`update track_record_folds set body = jsonb_set(body::jsonb, '{bands}', ${whole}::jsonb)::text`.execute(
      deps.db,
    )
    return String((await ask(app, { url: '/track-record' })).body)
  }
  const page = await show([bandOf('green', 12, 1), bandOf('amber', 11, 2), bandOf('red', 2, 1)])
  assert.deepEqual(sentences(page), ['The thin lines of green and amber overlap only because of the unknown launches'])
  assert.ok(page.includes('>1 (5%)<') && !page.includes('<strong>1 (5%)'))
  assert.ok(page.includes('<strong>2 (10%)</strong>'))
  const row = /aria-label="From score to outcome by band".*?<tbody[^>]*><tr[^>]*>(.*?)<\/tr>/s.exec(page)?.[1] ?? ''
  assert.deepEqual(
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
      .split(/\s+/),
    ['Green', '400', '60', '25', '22', '20', '19', '1'],
  )
  // The same share is no order that the unknown could hide.
  assert.match(page, /The dot is the share/)
  const same = await show([bandOf('green', 9, 2), bandOf('amber', 9, 2), { ...bandOf('red', 9, 2), bounds: null }])
  assert.deepEqual(sentences(same), [])
  const few = { share: null, interval: null, bounds: null }
  assert.doesNotMatch(await show([{ ...bandOf('green', 1, 0), ...few }]), /The dot is the share/)
})

test('GET /track-record: launches of one band are counted once, in the heading', async (t) => {
  const { app, deps } = await startFollowed(t, 40)
  const rest = { share: null, interval: null, bounds: null }
  const bands = [bandOf('green', 0, 0), bandOf('amber', 9, 2), bandOf('red', 0, 0)].map((band) => ({
    ...band,
    ...(band.band !== 'amber' && { ...rest, due: 0 }),
    rugged: 0,
  }))
  await sql`update track_record_folds
    set body = jsonb_set(body::jsonb, '{bands}', ${JSON.stringify(bands)}::jsonb)::text`.execute(deps.db)
  const [, header = ''] = /<header>(.*?)<\/header>/.exec((await ask(app, { url: '/track-record' })).body) ?? []
  assert.match(toText(header), /launches were alive after 30 days\.All of them were scored amber\. \d+ launches are/)
})

const unitNotes = {
  en: 'one token of each creator counts: the one that traded first',
  es: 'cuenta un solo token de cada creador: el que se negoció primero',
  zh: '每个创建者只计一个代币：最早有交易的那个',
}
test('GET /track-record: in each language it says that a creator counts once', async (t) => {
  const { app } = await startFollowed(t, 2)
  for (const [language, note] of Object.entries(unitNotes))
    assert.ok(String((await ask(app, { url: `/track-record?lang=${language}` })).body).includes(note), language)
})

test('GET /track-record: other prompt versions are linked, each with its own figures', async (t) => {
  const { app, deps } = await startFollowed(t, 2)
  assert.doesNotMatch(String((await ask(app, { url: '/track-record' })).body), /Scored by prompt version/)
  await sql`insert into record_day_cohorts (day, prompt_name, prompt_major, band, scored, enrolled)
    select day, prompt_name, 7, band, 5, 1 from record_day_cohorts`.execute(deps.db)
  await foldAll(deps, new Date('2026-06-03T00:00:00.000Z'))
  const page = String((await ask(app, { url: '/track-record?horizon=7d' })).body)
  assert.match(page, /href="\/track-record\?horizon=7d" aria-current="true">1</)
  assert.match(page, /href="\/track-record\?horizon=7d&amp;version=7">7</)
  const other = String((await ask(app, { url: '/track-record?horizon=7d&version=7&band=green' })).body)
  assert.match(other, /version=7" aria-current="true">7</)
  assert.match(other, /href="\/track-record\?horizon=30d&amp;version=7"/)
  assert.match(other, /href="\/track-record\?horizon=7d&amp;version=7&amp;band=red#launches"/)
})

test('GET /graduates: without observed outcomes, the page doesn’t say nobody graduated', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/graduates' })
  assert.match(body, /This site doesn’t observe outcomes yet\./)
  assert.doesNotMatch(body, /No launch has graduated/)
})
