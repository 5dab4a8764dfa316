import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { steadyClock } from '../dev/stand-ins/launches/history-clock.ts'
import { createLaunchHistory, type HistoricLaunch } from '../dev/stand-ins/launches/launch-history.ts'
import { dayMs, hourMs } from '../contract/time.ts'
import { indexLaunches } from '../src/creators/index-launches.ts'
import { countLaunchesOf, isRelayer, listCoverage, readLaunchesOf } from '../src/creators/launch-index-store.ts'
import { startApp } from './world/app.ts'
import { indexAll, listExpected, listIndexed, startLaunchWorld } from './world/launch-world.ts'

const start = new Date('2026-11-29T12:00:00Z')
const never = new AbortController().signal

/** Launches that the newest settled block of a chain may not have yet, or that are a little older than is read. */
const within = (days: number) => (row: { launchedAt: Date }) =>
  row.launchedAt.getTime() >= start.getTime() - days * dayMs + 7 * hourMs &&
  row.launchedAt.getTime() <= start.getTime() - hourMs

void describe('an index of the launches on four chains', () => {
  test('holds each of 5,000 launches of 180 days once, with its creator and time, and knows relayers', async (t) => {
    const history = createLaunchHistory({ now: start })
    const { nodes, environment } = await startLaunchWorld(t, history, { now: () => start })
    const { deps } = await startApp(t, { environment, clock: { now: () => start } })
    await indexAll(deps)
    const indexed = await listIndexed(deps.db)
    const expected = listExpected(nodes, new Date(0))
    assert.ok(expected.length >= 5000)
    assert.deepEqual(indexed.filter(within(180)), expected.filter(within(180)))
    assert.equal(new Set(indexed.map(({ token }) => token)).size, indexed.length)
    const coverage = await listCoverage(deps.db)
    assert.deepEqual(
      coverage.map(({ chainId }) => chainId),
      [1, 56, 4663, 8453],
    )
    for (const { from, to } of coverage)
      assert.ok(to.getTime() > start.getTime() - hourMs && from.getTime() < start.getTime() - 149 * dayMs)
    const [bot] = history.creators.filter(({ kind }) => kind === 'relayer')
    const [builder] = history.creators.filter(({ kind }) => kind === 'builder')
    assert.ok(bot && builder)
    assert.deepEqual([await isRelayer(deps.db, bot.address), await isRelayer(deps.db, builder.address)], [true, false])
    const own = history.launches.filter(({ creator }) => creator === builder.address)
    assert.equal(await countLaunchesOf(deps.db, builder.address), own.length)
    assert.deepEqual(
      (await readLaunchesOf(deps.db, { creator: builder.address, limit: 100 })).indexed.map(({ token }) => token),
      own.map(({ token }) => token).toReversed(),
    )
  })

  for (const blockMs of [100, 200, 2000, 12_000])
    test(`reads a chain with a block every ${blockMs / 1000} s`, async (t) => {
      const history = createLaunchHistory({ now: start, scale: 0.5 })
      const clock = steadyClock(blockMs, { since: start.getTime() - 40 * dayMs })
      const now = () => start
      const { nodes, environment } = await startLaunchWorld(t, history, { chains: [56], clock, now, backfillDays: 30 })
      const { deps } = await startApp(t, { environment, clock: { now } })
      await indexAll(deps)
      const indexed = await listIndexed(deps.db)
      const expected = listExpected(nodes, new Date(start.getTime() - 40 * dayMs))
      assert.ok(expected.filter(within(30)).length > 10)
      assert.deepEqual(
        indexed.filter(within(30)).map(({ token, creator }) => [token, creator]),
        expected.filter(within(30)).map(({ token, creator }) => [token, creator]),
      )
    })
})

/** A chain of which the job reads the last days, with a clock that stands still between its runs. */
async function open(t: Parameters<typeof startLaunchWorld>[0], days = 8) {
  const busy = { address: `0x${'b'.repeat(40)}`, launches: 150, days: 8, quietDays: 0.1, chains: [4663 as const] }
  const history = createLaunchHistory({ now: new Date(start.getTime() + 2 * dayMs), cast: [busy] })
  let time = start
  const now = () => time
  const world = await startLaunchWorld(t, history, { chains: [4663], now, backfillDays: days })
  const [node] = world.nodes
  assert.ok(node)
  const { deps } = await startApp(t, { environment: world.environment, clock: { now } })
  const pass = (ms: number) => void (time = new Date(time.getTime() + ms))
  /** Runs the job every ten minutes until all that is there is settled and was looked at twice. */
  const settle = async () => {
    for (let n = 0; n < 6; n += 1) {
      pass(10 * 60_000)
      await indexAll(deps)
    }
  }
  const isOld = ({ launchedAt }: { launchedAt: Date }) => launchedAt.getTime() <= time.getTime() - hourMs
  const check = async () => {
    const since = new Date(start.getTime() - days * dayMs + 7 * hourMs)
    const expected = listExpected([node], since).filter(isOld)
    const indexed = (await listIndexed(deps.db)).filter((row) => row.launchedAt >= since && isOld(row))
    assert.ok(expected.length > 10)
    assert.deepEqual(
      indexed.map(({ token, creator }) => [token, creator]),
      expected.map(({ token, creator }) => [token, creator]),
    )
  }
  return { node, deps, pass, settle, check }
}

void describe('an index of launches, with a node that misbehaves', () => {
  test('that answers few blocks at a time, with refusals, rate limits and cut lines in between', async (t) => {
    const { node, settle, check } = await open(t, 10)
    node.habits.maxBlocks = 50_000
    node.habits.maxLogs = 30
    node.habits.findFault = (method, _params, count) => {
      if (count % 17 === 0) return 'cut'
      if (count % 23 === 0) return { error: { code: -32603, message: 'Internal error' } }
      return method === 'eth_getLogs' && count === 60
        ? { status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } }
        : undefined
    }
    await settle()
    await check()
  })

  test('that leaves out logs for a while', async (t) => {
    const { node, deps, pass, settle, check } = await open(t)
    await indexAll(deps)
    pass(6 * hourMs)
    const head = node.head()
    node.habits.gap = { from: head - 216_000n, to: head }
    await indexLaunches(deps, never)
    node.habits.gap = null
    await settle()
    await check()
  })

  test('whose chain is reorganised: launches that went are forgotten, those that moved are there once', async (t) => {
    const { node, deps, pass, settle, check } = await open(t)
    node.habits.hasNoTags = true
    await indexAll(deps)
    let touched = 0
    for (let round = 0; round < 3; round += 1) {
      pass(12 * hourMs)
      await indexLaunches(deps, never)
      const fates = ['stays', 'goes', { later: 700 }] as const
      const fateOf = (_launch: HistoricLaunch) => fates[touched++ % 3] ?? 'stays'
      node.reorganise(396_000, fateOf)
      await indexLaunches(deps, never)
    }
    assert.ok(touched > 10, String(touched))
    await settle()
    await check()
  })

  test('when the job is stopped again and again', async (t) => {
    const { node, deps, settle, check } = await open(t)
    for (let n = 1; n < 12; n += 1) {
      const stopping = new AbortController()
      const end = node.methods().length + 3 + 7 * n
      node.habits.findFault = () => {
        if (node.methods().length >= end) stopping.abort()
        return undefined
      }
      await indexLaunches(deps, stopping.signal).catch(() => {})
    }
    delete node.habits.findFault
    await settle()
    await check()
  })
})
