import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '../contract/time.ts'
import { createLaunchHistory } from '../dev/stand-ins/launches/launch-history.ts'
import { insertLaunches } from '../src/creators/launch-index-store.ts'
import { makeLaunchPartitions } from '../src/creators/launch-partitions.ts'
import { ask, startApp } from './world/app.ts'
import { signSubmission, walletNo } from './world/creators.ts'
import { toRows } from './world/launch-rows.ts'
import { startLaunchWorld } from './world/launch-world.ts'

const now = new Date('2026-11-29T12:00:00Z')
const prolific = walletNo(0x4301)
const builder = walletNo(0x4302)
const fast = walletNo(0x4303)
const bot = walletNo(0x4304)
const [stranger, single] = [walletNo(0x4305), walletNo(0x4306)]

async function open(t: Parameters<typeof startLaunchWorld>[0]) {
  const history = createLaunchHistory({
    now,
    scale: 0.01,
    cast: [
      { address: prolific.address, launches: 200, days: 170, quietDays: 8, chains: [4663, 56, 1] },
      { address: builder.address, launches: 4, alive: 4, days: 120, quietDays: 40, chains: [4663, 56] },
      { address: fast.address, launches: 8, days: 5, quietDays: 0.5, chains: [56] },
      { address: single.address, launches: 1, days: 60, quietDays: 40 },
      { address: bot.address, launches: 260, days: 170, quietDays: 1, chains: [4663] },
    ],
  })
  const { environment, market, nodes, world } = await startLaunchWorld(t, history, { now: () => now })
  const service = await startApp(t, { world, environment, clock: { now: () => now } })
  const { app, deps } = service
  await makeLaunchPartitions(deps)
  await insertLaunches(deps.db, toRows(history))
  const score = async (wallet: typeof prolific) => {
    const { status, body } = await service.score(await signSubmission(app, service.submission(), wallet))
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const countCalls = () => ({
    market: market.requests.filter(({ path }) => path.startsWith('/tokens/')).length,
    explorer: world.txlist.requests.length,
    risk: world.goplus.requests.length,
    nodes: nodes.reduce((sum, { requests }) => sum + requests.length, 0),
  })
  return { app, history, score, countCalls }
}

void describe('the launches of a creator on four chains', () => {
  test('add at most two calls to a score, however many they are, and none to the next one', async (t) => {
    const { score, countCalls } = await open(t)
    const count = async (wallet: typeof prolific) => {
      const before = countCalls()
      await score(wallet)
      const after = countCalls()
      return Object.fromEntries(Object.entries(after).map(([name, calls]) => [name, calls - before[name as 'market']]))
    }
    await count(stranger) // the first one also asks whether the node serves the chain
    const [ofNone, ofOne, ofMany] = [await count(walletNo(0x4400)), await count(single), await count(prolific)]
    assert.ok((ofMany['market'] ?? 99) - (ofNone['market'] ?? 0) <= 2, JSON.stringify([ofNone, ofMany]))
    for (const name of ['explorer', 'risk', 'nodes']) assert.equal(ofMany[name], ofOne[name], name)
    // whose launches were looked at a moment ago
    const again = await count(single)
    assert.equal(again['market'], 0)
  })

  test('lower and raise the creator signal by what became of them, and are told with their counts', async (t) => {
    const { app, score } = await open(t)
    const [{ signals: ofStranger }, { signals: ofBuilder }, { signals: ofFast }, { signals: ofProlific }] = [
      await score(stranger),
      await score(builder),
      await score(fast),
      await score(prolific),
    ]
    assert.ok(
      ofBuilder.creator.score > ofStranger.creator.score,
      JSON.stringify([ofBuilder.creator, ofStranger.creator]),
    )
    assert.ok(ofFast.creator.score <= 40, JSON.stringify(ofFast.creator))
    assert.ok(ofProlific.creator.score <= 15, JSON.stringify(ofProlific.creator))
    assert.match(ofProlific.creator.reason, /200/)
    const { status, body } = await ask(app, { url: `/api/v1/creator/${builder.address}` })
    assert.equal(status, 200)
    assert.deepEqual([body.history.launched.all, body.history.alive], [4, 4])
  })

  test('of a wallet that launches for others count for nothing', async (t) => {
    const { app, score, countCalls } = await open(t)
    const before = countCalls().market
    const { signals } = await score(bot)
    assert.equal(countCalls().market, before)
    assert.match(signals.creator.reason, /others|relay|bot/i)
    const { body } = await ask(app, { url: `/api/v1/creator/${bot.address}` })
    assert.deepEqual([body.history.isRelayer, body.history.known], [true, 0])
  })

  test('are told of any wallet without a score', async (t) => {
    const { app, history } = await open(t)
    const { status, body } = await ask(app, { url: `/api/v1/creator/${fast.address}` })
    assert.equal(status, 200)
    const own = history.launches.filter(({ creator }) => creator === fast.address.toLowerCase())
    assert.equal(body.history.launched.all, 8)
    assert.equal(
      body.history.launched.last7Days,
      own.filter(({ at }) => at.getTime() >= now.getTime() - 7 * dayMs).length,
    )
  })
})
