import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startMarket } from '../../dev/stand-ins/market.ts'
import { parseConfig } from '../../src/config.ts'
import { sealDays } from '../../src/record/seal-days.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { closeAfter, never } from '../world/waiting.ts'
import { canary, poolOf } from '../world/outcomes.ts'
import { hourMs, seedWatches, toToken } from '../world/seed.ts'
import { openOutlastingDb } from '../world/database.ts'
import { runCli } from '../servers/processes.ts'
import { makeDeps, oneChain } from '../world/deps.ts'
import { weth } from '../../dev/world/weth.ts'

const run = (args: string[], environment: NodeJS.ProcessEnv) => runCli(['outcome', ...args], environment)

test('outcome list, look and correct: what they print, store and end with', async (t) => {
  const createdAt = new Date(Date.now() - 30.5 * hourMs)
  const store = await openOutlastingDb(t)
  const seeded = await store.use(async (db) => {
    const rows = await seedWatches(db, 2)
    await db.updateTable('token_bindings').set({ created_block_at: createdAt }).execute()
    return rows
  })
  const [first, second] = seeded
  assert.ok(first && second)
  const market = await startMarket({ tokens: { [weth]: [canary], [toToken(1)]: [poolOf(5000, { createdAt })] } })
  closeAfter(t, market.close)
  const observing = { ...store.environment, MARKET_DATA_URL: market.url }

  const observed = await run(['look', first.scoreId, '--json'], observing)
  assert.deepEqual([observed.status, observed.stderr], [0, ''])
  const observation = JSON.parse(observed.stdout) as { bindingId: string; state: string; depth: number }
  assert.deepEqual([observation.bindingId, observation.state, observation.depth], [first.bindingId, 'seen', 5000])
  const byBinding = await run(['look', second.bindingId], observing)
  assert.equal(byBinding.status, 0)
  assert.match(byBinding.stdout, /^\S+Z {2}absent\n$/)
  const rows = await store.use((db) => db.selectFrom('observations').select(['binding_id', 'state']).execute())
  assert.deepEqual(
    new Map(rows.map(({ binding_id, state }) => [binding_id, state])),
    new Map([
      [first.bindingId, 'seen'],
      [second.bindingId, 'absent'],
    ]),
  )

  const subject = `binding:${second.bindingId}`
  const corrected = await run(['correct', subject, '--reason', 'wrong_token', '--explain', 'Another Frog.'], observing)
  assert.deepEqual([corrected.status, corrected.stderr], [0, ''])
  assert.match(corrected.stdout, / {2}wrong_token {2}Another Frog\.\n$/)
  const listed = await run(['list', '--json'], store.environment)
  const states = (JSON.parse(listed.stdout) as { id: string; state: string; closed: string | null }[]).map(
    ({ id, state, closed }) => [id, state, closed],
  )
  assert.deepEqual(
    new Set(states.map(String)),
    new Set([`${first.bindingId},proven,`, `${second.bindingId},corrected,corrected`]),
  )
  const proven = await run(['list', '--state', 'proven'], store.environment)
  assert.match(proven.stdout, new RegExp(`^${first.bindingId} .* next look \\S+Z .* no outcome\\n$`))

  const closed = await run(['look', second.bindingId], observing)
  assert.deepEqual([closed.status, closed.stdout, closed.stderr], [1, '', 'the service does not observe this token\n'])
  const blind = await run(['look', first.bindingId], store.environment)
  assert.deepEqual([blind.status, blind.stderr], [1, 'no token on chain 8453 is observed: see MARKET_DATA_URL\n'])
})

const day = (age: number) => new Date(Date.now() - age * 24 * hourMs).toISOString().slice(0, 10)

test('outcome verify: 0 for a sealed day, 1 if its file or an earlier day differs', async (t) => {
  const store = await openOutlastingDb(t)
  const config = parseConfig({ MARKET_DATA_URL: 'http://127.0.0.1:9' })
  await store.use(async (db) => {
    const [row] = await seedWatches(db, 1)
    await sql`insert into observations (binding_id, seen_at, state, is_partial, pairs, counted, source)
      values (${row?.bindingId}, ${new Date(Date.now() - 72 * hourMs)}, 'absent', false, 0, 0, 'dexscreener')`.execute(
      db,
    )
    await sealDays(
      makeDeps({ db, ...oneChain({}), config, clock: { now: () => new Date() }, random: systemRandom, attester: null }),
      never,
    )
  })
  const good = await run(['verify', day(2), '--json'], store.environment)
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.deepEqual((JSON.parse(good.stdout) as { differences: string[] }).differences, [])
  await store.use(async (db) => {
    await sql`alter table record_day_parts disable trigger user`.execute(db)
    await sql`update record_day_parts set content = replace(content, 'absent', 'seen')`.execute(db)
  })
  const changed = await run(['verify', day(3)], store.environment)
  assert.deepEqual([changed.status, changed.stderr], [1, `${day(3)} differs\n`])
  assert.match(changed.stdout, /file 0x\w+, sealed 0x\w+\n$/)
  assert.equal((await run(['verify', day(2)], store.environment)).status, 0)
  await store.use(async (db) => {
    await sql`alter table record_days disable trigger user`.execute(db)
    await sql`update record_days set digest = decode(repeat('00', 32), 'hex') where day = ${day(3)}::date`.execute(db)
  })
  assert.equal((await run(['verify', day(2)], store.environment)).status, 1)
  assert.equal((await run(['verify', '2020-01-01'], store.environment)).status, 1)
})

const wrong: [args: string[], fault: RegExp][] = [
  [
    ['list', '--state', 'lost'],
    /^option '--state <state>' argument 'lost' is invalid\. Allowed choices are pending, proven/,
  ],
  [['look', 'frog'], /^frog is not the id of a binding/],
  [['bind', '0199d5a2-0000-7000-8000-000000000000', '0x12'], /^the token /],
  [['bind', '0199d5a2-0000-7000-8000-000000000000'], /^missing required argument 'token'/],
  [['verify', '2026-02-30'], /is not a day like/],
  [['correct', 'binding:frog', '--reason', 'wrong_data', '--explain', 'x'], /is neither binding:<id> nor/],
  [
    ['correct', 'outcome:0199d5a2-0000-7000-8000-000000000000:30d', '--reason', 'bad', '--explain', 'x'],
    /^option '--reason <reason>' argument 'bad' is invalid\. Allowed choices are not_theirs/,
  ],
  [
    ['correct', 'outcome:0199d5a2-0000-7000-8000-000000000000:30d', '--reason', 'wrong_data'],
    /^required option '--explain <text>' not specified/,
  ],
]
test('wrong calls of the outcome commands end with 2, the reason and the usage', async (t) => {
  const store = await openOutlastingDb(t)
  for (const [args, fault] of wrong) {
    const { status, stdout, stderr } = await run(args, store.environment)
    assert.deepEqual([status, stdout], [2, ''], args.join(' '))
    assert.match(stderr, fault)
    assert.match(stderr, /^Usage: launchscore outcome /m)
  }
})
