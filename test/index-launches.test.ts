import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { dayMs, minuteMs } from '../contract/time.ts'
import { parseConfig } from '../src/config.ts'
import { indexLaunches } from '../src/creators/index-launches.ts'
import { listCoverage } from '../src/creators/launch-index-store.ts'
import { listReaders } from '../src/creators/reader-store.ts'
import type { Db } from '../src/database/db.ts'
import { systemRandom } from '../src/platform/random.ts'
import { countRuns } from './property-runs.ts'
import { ask, startApp } from './world/app.ts'
import { sharedTestDb } from './world/database.ts'
import { makeDeps, memoryLog } from './world/deps.ts'
import { openSources } from './world/indexing.ts'
import { type LaunchChain, type LogFault, startLaunchChain, txHashOf } from './world/launch-chain.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { closeAfter } from './world/waiting.ts'

const never = new AbortController().signal
const config = parseConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:1', LAUNCHES_BACKFILL_DAYS: '30' })

async function startIndexing(t: Pick<TestContext, 'after'>, over: Partial<LaunchChain> = {}) {
  const { db } = await sharedTestDb()
  const chain = await startLaunchChain(over)
  closeAfter(t, chain.close)
  const { log, logged } = memoryLog()
  let skippedMs = 0
  const clock = { now: () => new Date(((chain.blocks.at(-1)?.time ?? 0) + 1) * 1000 + skippedMs) }
  const open = (sources = openSources(chain.url)) =>
    makeDeps({ db, clock, random: systemRandom, log, config, chains: new Map([[8453, sources]]) })
  const deps = open()
  const runOnce = (signal = never) => indexLaunches(deps, signal)
  /** Runs until nothing is left to ask for. */
  const run = async () => {
    do await runOnce()
    while ((await listReaders(db)).some(({ unnamed }) => unnamed > 0))
  }
  return { db, chain, deps, open, run, runOnce, logged, pass: (ms: number) => (skippedMs += ms) }
}

const listIndexed = async (db: Db) => {
  const { rows } = await sql<{
    block: string
    logIndex: number
    token: string
    creator: string
    time: number
    tx: string
  }>`
    select block, log_index as "logIndex", '0x' || encode(token, 'hex') as token,
      '0x' || encode(creator, 'hex') as creator, extract(epoch from launched_at)::float8 as time,
      '0x' || encode(tx_hash, 'hex') as tx
    from indexed_launches order by block, log_index`.execute(db)
  return rows.map((row) => ({ ...row, block: Number(row.block) }))
}

const listTrue = (chain: LaunchChain) =>
  chain.settled().map((launch) => {
    const { block, logIndex, token, creator } = launch
    return { block, logIndex, token, creator, time: chain.blocks[block]?.time, tx: txHashOf(launch) }
  })

const mineSome = (chain: LaunchChain, blocks: number) => chain.mine(blocks, (n) => (n % 3 === 0 ? 2 : n % 2))

for (const hasTimes of [true, false])
  test(`launches are read forward and back, with creators and times ${hasTimes ? 'of logs' : 'of blocks'}`, async (t) => {
    const { db, chain, run } = await startIndexing(t, { hasTimes })
    mineSome(chain, 60)
    await run()
    mineSome(chain, 40)
    await run()
    assert.deepEqual(await listIndexed(db), listTrue(chain))
    const [coverage] = await listCoverage(db)
    assert.equal(coverage?.from.getTime(), (chain.blocks[0]?.time ?? 0) * 1000)
    assert.equal(coverage?.to.getTime(), (chain.blocks.at(-1 - chain.lag)?.time ?? 0) * 1000)
  })

test('the range that a node answers is found and kept', async (t) => {
  const { db, chain, run } = await startIndexing(t, { maxRange: 10 })
  mineSome(chain, 100)
  await run()
  const refused = () => chain.requests.filter(({ body }) => body.includes('eth_getLogs')).length
  mineSome(chain, 100)
  await run()
  assert.deepEqual(await listIndexed(db), listTrue(chain))
  assert.equal((await listReaders(db))[0]?.range, 10)
  const before = refused()
  mineSome(chain, 100)
  await run()
  assert.equal(refused() - before, 10)
})

test('launches are read back no farther than is wanted', async (t) => {
  const { db, chain, run } = await startIndexing(t, { secondsPerBlock: 3600 })
  chain.mine(40 * 24, (n) => (n % 40 === 0 ? 1 : 0))
  await run()
  await run()
  const [coverage] = await listCoverage(db)
  const age = (chain.blocks.at(-1)?.time ?? 0) * 1000 - (coverage?.from.getTime() ?? 0)
  assert.ok(age >= 30 * dayMs - minuteMs && age < 31 * dayMs, String(age / dayMs))
})

test('a reorganisation takes launches back, and later ones come in their place', async (t) => {
  const { db, chain, run, logged } = await startIndexing(t)
  mineSome(chain, 60)
  await run()
  for (const depth of [5, 12, 20]) {
    mineSome(chain, 7)
    await run()
    chain.reorganise(depth)
    await run()
    assert.deepEqual(await listIndexed(db), listTrue(chain))
  }
  assert.match(logged(), /a chain was reorganised/)
})

test('a chain that starts anew is read anew', async (t) => {
  const { db, chain, run } = await startIndexing(t)
  mineSome(chain, 100)
  await run()
  chain.blocks.splice(0)
  mineSome(chain, 110)
  await assert.rejects(run(), /another chain/)
  await run()
  assert.deepEqual(await listIndexed(db), listTrue(chain))
})

test('what a lagging node leaves out is found at the second look', async (t) => {
  const { db, chain, run, logged, pass } = await startIndexing(t)
  mineSome(chain, 50)
  await run()
  mineSome(chain, 10)
  chain.faults.push('lag')
  await run()
  assert.notDeepEqual(await listIndexed(db), listTrue(chain))
  pass(20 * minuteMs)
  await run()
  assert.deepEqual(await listIndexed(db), listTrue(chain))
  assert.match(logged(), /launches that the node had left out were found/)
})

test('a fault at one chain doesn’t stop the others, and is kept for operators', async (t) => {
  const { db, chain, deps } = await startIndexing(t)
  mineSome(chain, 50)
  const sources = openSources(chain.url)
  const failing = {
    ...sources,
    chainId: 56,
    launchLogs: openSources(chain.url, 56).launchLogs,
  }
  const chains = new Map([
    [56, failing],
    [8453, sources],
  ])
  await assert.rejects(
    indexLaunches({ ...deps, chains, log: deps.log, db, config, clock: deps.clock, random: deps.random }, never),
    /serves chain 8453/,
  )
  assert.deepEqual(await listIndexed(db), listTrue(chain))
  const readers = await listReaders(db)
  assert.deepEqual(
    readers.map(({ chainId, fault }) => [chainId, fault === null]),
    [
      [56, false],
      [8453, true],
    ],
  )
})

test('operators see how far launches are read, and why no farther', async (t) => {
  const chain = await startLaunchChain({ secondsPerBlock: 2 })
  closeAfter(t, chain.close)
  mineSome(chain, 40)
  const { app, deps } = await startApp(t, { environment: { CHAIN_RPC_URL: chain.url, ADMIN_TOKEN: adminToken } })
  const readStatus = async () => {
    const { body } = await ask(app, { url: '/v1/admin/status', headers: adminBearer })
    return body.launchIndex
  }
  assert.equal(await readStatus(), undefined)
  const now = (chain.blocks.at(-1)?.time ?? 0) * 1000
  const given = { ...deps, clock: { now: () => new Date(now) } }
  await indexLaunches(given, never)
  const toTime = (block: number) => new Date((chain.blocks[block]?.time ?? 0) * 1000).toISOString()
  const [read] = (await readStatus()).chains
  assert.deepEqual([read.chainId, read.from, read.to], [8453, toTime(0), toTime(37)])
  assert.deepEqual([read.lagSeconds, read.unnamed, read.fault], [0, 0, null])
  mineSome(chain, 10)
  chain.faults.push(...Array.from({ length: 10 }, (): LogFault => 'html 502'))
  await assert.rejects(indexLaunches(given, never))
  const [failed] = (await readStatus()).chains
  assert.deepEqual([failed.to, failed.lagSeconds], [toTime(37), 20])
  assert.match(failed.fault, /HTTP 502/)
  const metrics = await ask(app, { url: '/metrics' })
  assert.match(String(metrics.body), /launchscore_launch_index_lag_seconds\{chain="8453"\} 20/)
})

type Step =
  | { kind: 'mine'; blocks: number }
  | { kind: 'reorganise'; depth: number }
  | { kind: 'limit'; maxRange: number }
  | { kind: 'fail'; faults: (LogFault | null)[] }
  | { kind: 'run' }
  | { kind: 'run twice at once' }
  | { kind: 'abort' | 'kill'; afterCalls: number }
  | { kind: 'wait'; minutes: number }

const faults: LogFault[] = ['range', 'too many', 'rate limit', 'lag', 'reset', 'cut', 'html 502', 'cut json']
const steps: fc.Arbitrary<Step>[] = [
  fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('limit' as const), maxRange: fc.constantFrom(1, 3, 10, 50, Infinity) }),
  fc.record({
    kind: fc.constant('fail' as const),
    faults: fc.array(fc.option(fc.constantFrom(...faults)), { maxLength: 6 }),
  }),
  fc.record({ kind: fc.constant('run' as const) }),
  fc.record({ kind: fc.constant('run twice at once' as const) }),
  fc.record({ kind: fc.constantFrom('abort' as const, 'kill' as const), afterCalls: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 30 }) }),
]

test('no reorganisation, gap, limit, fault, restart or second reader loses or doubles a launch', async (t) => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 25 }),
      fc.boolean(),
      async (script, hasTimes) => {
        runs += 1
        const world = await startIndexing(t, { hasTimes, maxRange: 20 })
        const { chain, runOnce, open, pass } = world
        mineSome(chain, 30)
        const attempt = (signal?: AbortSignal) => runOnce(signal).catch(() => {})
        for (const step of script) await play(step)
        chain.faults.splice(0)
        chain.maxRange = 50
        // A reader that crashed keeps its hold for a minute; the second look comes after a quarter of an hour.
        for (let n = 0; n < 6; n += 1) {
          pass(20 * minuteMs)
          await attempt()
        }
        assert.deepEqual(await listIndexed(world.db), listTrue(chain))

        async function play(step: Step): Promise<unknown> {
          if (step.kind === 'mine') return mineSome(chain, step.blocks)
          if (step.kind === 'reorganise') return chain.reorganise(step.depth)
          if (step.kind === 'limit') return (chain.maxRange = step.maxRange)
          if (step.kind === 'fail') return chain.faults.push(...step.faults)
          if (step.kind === 'wait') return pass(step.minutes * minuteMs)
          if (step.kind === 'run') return attempt()
          if (step.kind === 'run twice at once') {
            // The second one doesn't respect the hold, as after a minute's pause of the first.
            const second = {
              ...open(),
              clock: { now: () => new Date(world.deps.clock.now().getTime() + 2 * minuteMs) },
            }
            return Promise.all([attempt(), indexLaunches(makeDeps({ ...second }), never).catch(() => {})])
          }
          return cutOff(step)
        }

        /** A run that ends in the middle. A killed reader also leaves its hold behind. */
        async function cutOff({ kind, afterCalls }: { kind: 'abort' | 'kill'; afterCalls: number }): Promise<void> {
          const controller = new AbortController()
          let calls = 0
          chain.onCall = () => {
            calls += 1
            if (calls === afterCalls) controller.abort()
          }
          await attempt(controller.signal)
          chain.onCall = () => {}
          if (kind === 'kill')
            await sql`update launch_readers set holder = gen_random_uuid(),
              held_until = ${new Date(world.deps.clock.now().getTime() + minuteMs)}`.execute(world.db)
        }
      },
    ),
    { numRuns: countRuns({ test: 6, search: 300 }) },
  )
  assert.ok(runs > 0)
  t.diagnostic(`${runs} scripts`)
})
