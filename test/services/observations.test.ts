import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startMarket } from '../../dev/stand-ins/market.ts'
import { observeTokens } from '../../src/tokens/observe-tokens.ts'
import { claimDueObservations } from '../../src/tokens/observation-store.ts'
import { closeAfter, never, until } from '../world/waiting.ts'
import { startReplica } from '../world/app.ts'
import { canary, poolOf } from '../world/outcomes.ts'
import { hourMs, seedWatches, start, toToken } from '../world/seed.ts'
import { startService } from '../servers/processes.ts'
import { openTestDb } from '../world/database.ts'
import { weth } from '../../dev/world/weth.ts'
import { sourcesOf } from '../../src/providers/chain-sources.ts'

const server = process.env.TEST_DATABASE_URL
const options = { skip: server === undefined && 'needs TEST_DATABASE_URL' }

async function openDb(t: TestContext) {
  const opened = await openTestDb(server)
  closeAfter(t, opened.close)
  return opened
}

test('a process killed during observations loses none of them and doubles none', options, async (t) => {
  const { db, reads, url } = await openDb(t)
  const count = 300
  await seedWatches(db, count)
  // Between two hourly observations, so that none becomes due while the test runs.
  const createdAt = new Date(Date.now() - 30.5 * hourMs)
  await db.updateTable('token_bindings').set({ created_block_at: createdAt }).execute()
  const tokens = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [toToken(index + 1), [poolOf(5000, { createdAt })]]),
  )
  const market = await startMarket({ tokens: { ...tokens, [weth]: [canary] }, delayMs: 50 })
  closeAfter(t, market.close)
  const environment = { MARKET_DATA_URL: market.url, MARKET_DATA_PER_MINUTE: '100000' }
  const countObservations = async () => (await db.selectFrom('observations').select('binding_id').execute()).length
  const { process: child } = await startService(t, { ...environment, DATABASE_URL: url ?? '' })
  await until(async () => (await countObservations()) > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = await countObservations()
  assert.ok(before < count, 'the process was killed in the middle')
  const afterHold = { now: () => new Date(Date.now() + 301_000) }
  const { deps } = await startReplica(t, { db, reads }, { environment, clock: afterHold })
  const sources = sourcesOf(deps)
  const { market: observed } = sources
  assert.ok(observed)
  await observeTokens({ ...deps, ...sources, market: observed }, never)
  const rows = await db.selectFrom('observations').select('binding_id').execute()
  assert.deepEqual([rows.length, new Set(rows.map(({ binding_id }) => binding_id)).size], [count, count])
})

test('10,000 due tokens of 100,000 are claimed with the index of what is due', options, async (t) => {
  const { db } = await openDb(t)
  const [seeded] = await seedWatches(db, 1)
  await sql`alter table watches disable trigger all`.execute(db)
  await sql`delete from watches`.execute(db)
  await sql`
    insert into token_bindings (id, score_id, submission_id, chain_id, token, creator_address, origin, state, creation_tx,
      creation_block, created_block_at, bound_at)
    select gen_random_uuid(), score_id, submission_id, 8453, '0x' || lpad(to_hex(n), 40, '0'), creator_address, 'found',
      'replaced', creation_tx, creation_block, created_block_at, bound_at
    from token_bindings, generate_series(1, 100000) n where id = ${seeded?.bindingId ?? ''}`.execute(db)
  await sql`
    insert into watches (binding_id, next_look_at)
    select id, ${start}::timestamptz + (row_number() over (order by token) - 10000) * interval '1 second'
    from token_bindings where state = 'replaced'`.execute(db)
  await sql`analyze watches`.execute(db)
  await sql`analyze token_bindings`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select binding_id from watches where next_look_at <= ${start}
    order by next_look_at, binding_id limit 100 for update skip locked`.execute(db)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index.* using watches_due/)
  const until = new Date(start.getTime() + 300_000)
  const startedAt = performance.now()
  const claimed = await claimDueObservations(db, { chainId: 8453, now: start, until, limit: 10_000 })
  t.diagnostic(`10,000 in one statement: ${Math.round(performance.now() - startedAt)} ms`)
  assert.deepEqual([claimed.length, new Set(claimed.map(({ bindingId }) => bindingId)).size], [10_000, 10_000])
  await sql`update watches set next_look_at = ${start} where next_look_at = ${until}`.execute(db)
  const againAt = performance.now()
  let count = 0
  for (let index = 0; index < 100; index++)
    count += (await claimDueObservations(db, { chainId: 8453, now: start, until, limit: 100 })).length
  t.diagnostic(`10,000 in 100 statements, as the job claims them: ${Math.round(performance.now() - againAt)} ms`)
  assert.equal(count, 10_000)
})
