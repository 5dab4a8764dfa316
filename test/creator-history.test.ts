import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { dayMs } from '../contract/time.ts'
import { type MarketFault, type MarketWorld, startMarket } from '../dev/stand-ins/market.ts'
import { weth } from '../dev/world/weth.ts'
import type { LaunchRow } from '../src/creators/launch-index-store.ts'
import { type TestApp, ask, startApp, startWorld } from './world/app.ts'
import { signSubmission, walletNo } from './world/creators.ts'
import { must } from './world/operators.ts'
import { closeAfter } from './world/waiting.ts'
import { seedIndexedLaunches } from './world/indexing.ts'
import { canary, poolOf } from './world/outcomes.ts'

const now = new Date('2026-11-29T12:00:00.000Z')
const ago = (days: number) => new Date(now.getTime() - days * dayMs)
const toToken = () => `0x${randomBytes(20).toString('hex')}`

interface HistoryWorld extends TestApp {
  tokens: MarketWorld['tokens']
  /** How many times the market was asked about tokens by their addresses. */
  calls: () => number
  setFault: (fault: MarketFault | undefined) => void
}

/** A service with an explorer, GoPlus and a market; nothing is recorded against any wallet. */
async function startHistory(t: TestContext, { hasMarket = true } = {}): Promise<HistoryWorld> {
  const tokens: MarketWorld['tokens'] = { [weth]: [canary] }
  let fault: MarketFault | undefined
  const market = await startMarket({ tokens, findFault: () => fault })
  closeAfter(t, market.close)
  const world = await startWorld(t)
  const app = await startApp(t, {
    world,
    environment: {
      ...world.environment,
      ...(hasMarket && { MARKET_DATA_URL: market.url, MARKET_DATA_PER_MINUTE: '100000' }),
    },
    clock: { now: () => now },
  })
  return {
    ...app,
    tokens,
    calls: () => market.requests.filter(({ path }) => path.startsWith('/tokens/')).length,
    setFault: (next) => (fault = next),
  }
}

const creator = walletNo(0xc1)
const wallet = creator.address.toLowerCase()

const seed = (
  { deps }: TestApp,
  count: number,
  over: Partial<LaunchRow> & { days?: number; everyMs?: number } = {},
) => {
  const { days = 20, everyMs = 1000, ...rest } = over
  const rows = Array.from({ length: count }, (_, n) => ({
    creator: wallet,
    token: toToken(),
    launchedAt: new Date(ago(days).getTime() - n * everyMs),
    ...rest,
  }))
  return seedIndexedLaunches(deps.db, rows)
}

/** The creator signal of a submission that the wallet signed. */
async function scoreSigned({ app, submission, score }: TestApp) {
  const { status, body } = await score(await signSubmission(app, submission(), creator))
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id as string, ...body.signals.creator }
}

const readHistory = async ({ app }: TestApp, address: string = wallet) => {
  const { status, body } = await ask(app, { url: `/api/v1/creator/${address}` })
  assert.equal(status, 200)
  return body.history
}

const codesOf = (signal: { facts: { code: string }[] }) => signal.facts.map(({ code }) => code)

test('launches through a launchpad count, with what became of them', async (t) => {
  const world = await startHistory(t)
  const before = await scoreSigned(world)
  await seed(world, 12)
  const signal = await scoreSigned(world)
  assert.ok(signal.score <= 15 && before.score > signal.score - 1)
  assert.match(signal.reason, /It has launched 12 tokens, 0 in the last 7 days\./)
  assert.match(signal.reason, /None of its 12 known launches of at least 7 days is alive \(2026-11-29\): at most 15\./)
})

test('a living launch lifts the cap, and one of 30 days adds points', async (t) => {
  const world = await startHistory(t)
  const [living] = await seed(world, 1, { days: 40 })
  await seed(world, 4)
  world.tokens[living?.token ?? ''] = [poolOf(25_000)]
  const signal = await scoreSigned(world)
  const alive = signal.facts.find(({ code }: { code: string }) => code === 'launches_alive')
  assert.deepEqual(
    [alive.effect, alive.values.alive, alive.values.known, codesOf(signal).includes('launches_none_alive')],
    [10, 1, 5, false],
  )
})

test('a history of 200 launches adds at most two calls, and says how many it didn’t look at', async (t) => {
  const world = await startHistory(t)
  await seed(world, 200, { everyMs: dayMs / 2 })
  const before = world.calls()
  const signal = await scoreSigned(world)
  assert.ok(world.calls() - before <= 2)
  const rest = signal.facts.find(({ code }: { code: string }) => code === 'launches_not_looked_at')
  assert.ok(rest.values.count >= 140 && rest.values.count < 200)
  assert.ok(codesOf(signal).includes('launches_none_alive'))
})

test('looks are kept: the second score asks for others only, and for none when all are known', async (t) => {
  const world = await startHistory(t)
  await seed(world, 20)
  await scoreSigned(world)
  const before = world.calls()
  await scoreSigned(world)
  assert.equal(world.calls(), before)
})

test('an outage of the market is said, and is no failure of the score', async (t) => {
  const world = await startHistory(t)
  await seed(world, 12)
  world.setFault('http 500')
  const signal = await scoreSigned(world)
  assert.equal(codesOf(signal).includes('launches_none_alive'), false)
  assert.match(signal.reason, /What became of 12 of its launches is not known\./)
  assert.match(signal.reason, /Not looked at: markets, whose provider did not answer, on Base\./)
})

test('without market data nothing is guessed', async (t) => {
  const world = await startHistory(t, { hasMarket: false })
  await seed(world, 12)
  const signal = await scoreSigned(world)
  assert.equal(codesOf(signal).includes('launches_none_alive'), false)
  assert.match(signal.reason, /Not looked at: markets on Base\./)
})

test('young launches without a market are not dead, nor are those on a curve', async (t) => {
  const world = await startHistory(t)
  await seed(world, 2, { days: 3 })
  await seed(world, 3, { days: 12, launchpad: 'flap' })
  const signal = await scoreSigned(world)
  assert.equal(codesOf(signal).includes('launches_none_alive'), false)
})

test('more than five launches within a week cap the signal at 40', async (t) => {
  const world = await startHistory(t)
  await seed(world, 6, { days: 2 })
  const signal = await scoreSigned(world)
  assert.ok(signal.score <= 40)
  assert.match(signal.reason, /It launched 6 tokens within 7 days: at most 40\./)
})

test('a relayer’s launches are nobody’s history', async (t) => {
  const world = await startHistory(t)
  await seed(world, 201)
  const before = world.calls()
  const signal = await scoreSigned(world)
  assert.match(signal.reason, /It has launched 201 tokens for others, so they aren’t its own history/)
  assert.equal(codesOf(signal).includes('launches_none_alive'), false)
  assert.equal(world.calls(), before)
  const history = await readHistory(world)
  assert.deepEqual([history.isRelayer, history.known], [true, 0])
})

test('GET /api/v1/creator: the history of any wallet, from what is stored', async (t) => {
  const world = await startHistory(t)
  const nothing = await readHistory(world)
  assert.deepEqual([nothing.launched.all, nothing.known, nothing.alive], [0, 0, 0])
  await seed(world, 9)
  await seed(world, 3, { days: 3, chainId: 56, launchpad: 'fourmeme' })
  const before = world.calls()
  const unseen = await readHistory(world)
  assert.deepEqual(unseen.launched, { all: 12, last30Days: 12, last7Days: 3 })
  assert.deepEqual([unseen.known, unseen.alive, unseen.launchpads.length], [0, 0, 2])
  assert.equal(world.calls(), before)
  await scoreSigned(world)
  const seen = await readHistory(world)
  assert.deepEqual([seen.known, seen.alive, seen.knownFrom7Days], [9, 0, 9])
  assert.deepEqual(
    seen.launchpads.map(({ chainId, name, launched, known, alive }: Record<string, unknown>) => ({
      chainId,
      name,
      launched,
      known,
      alive,
    })),
    [
      { chainId: 8453, name: 'Clanker', launched: 9, known: 9, alive: 0 },
      { chainId: 56, name: 'fourmeme', launched: 3, known: 0, alive: 0 },
    ],
  )
})

test('GET /api/v1/creator: 451 for a hidden creator, history and all', async (t) => {
  const world = await startHistory(t)
  await seed(world, 3)
  await must(world, 'creator', 'hide', creator.address, '--reason', 'Impostor.')
  const { status, body } = await ask(world.app, { url: `/api/v1/creator/${wallet}` })
  assert.deepEqual([status, 'history' in body], [451, false])
})

const readPage = async ({ app }: TestApp, url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { 'accept-language': 'en' } })
  return { status: statusCode, text: body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') }
}

test('the page of any wallet shows its launches and what became of them, and leads to others', async (t) => {
  const world = await startHistory(t)
  const empty = await readPage(world, `/creator/${creator.address}`)
  assert.match(empty.text, /No launches found No launchpad is read here\./)
  const [living] = await seed(world, 1, { days: 40 })
  await seed(world, 11)
  world.tokens[living?.token ?? ''] = [poolOf(25_000)]
  const { id } = await scoreSigned(world)
  const { status, text } = await readPage(world, `/creator/${creator.address}`)
  assert.equal(status, 200)
  assert.match(text, /12 launches: Clanker 12\. 11 in the last 30 days\. 1 of 12 known ones alive\./)
  assert.match(text, /12 launches, 1 alive after 7 days .*All on Clanker/)
  const found = await world.app.inject({ url: `/search?q=${wallet}` })
  assert.deepEqual([found.statusCode, found.headers['location']], [303, `/token/${creator.address}`])
  const token = await world.app.inject({ url: `/token/${creator.address}` })
  assert.ok(token.body.includes(`href="/creator/${creator.address}"`))
  const moved = await world.app.inject({ url: `/creator?address=${wallet}` })
  assert.deepEqual([moved.statusCode, moved.headers['location']], [303, `/creator/${creator.address}`])
  const scored = await readPage(world, `/score/${id}`)
  assert.match(scored.text, /12 earlier tokens, 0 in the last 7 days .*1 of 12 known launches alive/)
  assert.match(scored.text, /held back by a wallet with little activity/)
  await must(world, 'creator', 'hide', creator.address, '--reason', 'Impostor.')
  const hidden = await readPage(world, `/creator/${creator.address}`)
  assert.deepEqual([hidden.status, /Clanker/.test(hidden.text)], [451, false])
})

test('the MCP tool answers the history of a wallet that was never scored', async (t) => {
  const world = await startHistory(t)
  await seed(world, 4)
  const call = { name: 'get_creator', arguments: { address: wallet } }
  const response = await world.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
  })
  assert.equal(response.statusCode, 200)
  assert.match(response.body, /"launched":\{"all":4,"last30Days":4,"last7Days":0\}/)
})
