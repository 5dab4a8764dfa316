import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { steadyClock } from '../dev/stand-ins/launches/history-clock.ts'
import {
  type HistoricLaunch,
  bundler,
  type EarlierLaunches,
  createCounter,
  createLaunchHistory,
  isAlive,
} from '../dev/stand-ins/launches/launch-history.ts'
import { type LaunchNode, startLaunchNode } from '../dev/stand-ins/launches/launch-node.ts'
import { toExplorer, toMarket } from '../dev/stand-ins/launches/launch-sources.ts'
import { startMarket } from '../dev/stand-ins/market.ts'
import { startTxlist } from '../dev/stand-ins/txlist.ts'
import { type AnnouncedToken, findCreation } from '../src/providers/launchpads/find-creation.ts'
import { launchpadsFolder, listLaunchpads, readLaunchpadFiles } from '../src/providers/launchpads/launchpads.ts'
import { askNode } from './world/ask-node.ts'

const now = new Date('2026-11-29T12:00:00Z')
const history = createLaunchHistory({ now })
const files = readLaunchpadFiles([launchpadsFolder])
const chainIds = [1, 56, 4663, 8453] as const
const dayMs = 86_400_000

const open = async (
  chainId: (typeof chainIds)[number],
  options: Partial<Parameters<typeof startLaunchNode>[0]> = {},
) => {
  const node = await startLaunchNode({ history, chainId, now: () => now, ...options })
  return { node, [Symbol.asyncDispose]: node.close }
}

const listAll = async ({ url, chainId }: LaunchNode, over: object = {}): Promise<AnnouncedToken[]> => {
  const launchpads = listLaunchpads(files, chainId)
  const address = launchpads.flatMap(({ contracts }) => contracts.map((one) => one.address))
  const { result } = await askNode(url, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', address, ...over }])
  return result.flatMap((log: Parameters<typeof findCreation>[0]) => findCreation(log, launchpads) ?? [])
}

/** Whom the launchpad file should find for a launch of the history. */
function toCreator({ form, creator, named }: HistoricLaunch): string {
  if (form.creator !== 'event') return form.creator
  return named === creator ? named : 'sender'
}

function toText({ creator }: AnnouncedToken): string {
  if (typeof creator === 'string') return creator
  return 'address' in creator ? creator.address : 'getter'
}

const hex = (block: bigint): string => `0x${block.toString(16)}`

// oxlint-disable-next-line typescript/no-explicit-any -- what the wire brought, judged by the asserts
const getJson = async (url: string): Promise<any> => (await fetch(url)).json()

void describe('the history of launches', () => {
  test('has at least 5,000 launches of 1,200 creators over 180 days on four chains, the same each time', () => {
    const { launches, creators } = history
    assert.ok(launches.length >= 5000 && creators.length >= 1200)
    const [first, last] = [launches[0]?.at.getTime() ?? 0, launches.at(-1)?.at.getTime() ?? 0]
    assert.ok(last - first > 170 * dayMs && last <= now.getTime())
    for (const chainId of chainIds) assert.ok(launches.filter((one) => one.chainId === chainId).length > 200)
    assert.equal(new Set(launches.map(({ token }) => token)).size, launches.length)
    assert.ok(launches.some(({ creator }) => creator === null))
    for (const id of ['b20', 'virtuals-v5', 'flaunch', 'fourmeme', 'pools-trade'])
      assert.ok(
        launches.some(({ launchpad }) => launchpad === id),
        id,
      )
    assert.ok(launches.filter(({ sender }) => sender === bundler).length > 100)
    const again = createLaunchHistory({ now })
    assert.deepEqual(
      again.launches.map(({ txHash }) => txHash),
      launches.map(({ txHash }) => txHash),
    )
  })

  test('serial launchers without a living token go on as they began, builders do better than newcomers', () => {
    const count = createCounter(history)
    const share = (isInBand: (earlier: EarlierLaunches) => boolean) => {
      const wanted = history.launches.filter(({ creator, at }) => {
        const earlier = creator === null ? null : count(creator, at)
        return earlier !== null && earlier.total <= 200 && isInBand(earlier)
      })
      return wanted.filter((launch) => isAlive(launch, now)).length / wanted.length
    }
    const [fresh, dead, good] = [
      share(({ launched }) => launched === 0),
      share(({ launched, alive }) => launched >= 10 && alive === 0),
      share(({ launched, alive }) => launched >= 2 && 2 * alive >= launched),
    ]
    assert.ok(dead < 0.02 && dead < fresh && fresh < good, `${dead} ${fresh} ${good}`)
  })
})

void describe('the nodes of four chains', () => {
  for (const chainId of chainIds)
    test(`chain ${chainId}: the launchpad file finds every token and whom the contract's event names`, async () => {
      await using opened = await open(chainId)
      const { node } = opened
      const found = new Map((await listAll(node)).map((one) => [one.token, one]))
      const expected = node.launches()
      assert.equal(found.size, expected.length)
      for (const { launch } of expected) {
        const one = found.get(launch.token)
        assert.ok(one, launch.launchpad)
        assert.deepEqual([one.launchpad.id, toText(one)], [launch.launchpad, toCreator(launch)])
      }
    })

  test('answer getters, codes, transactions, receipts and names of their tokens', async () => {
    await using opened = await open(8453)
    const { node } = opened
    const get = (launchpad: string) =>
      node.launches().find(({ launch }) => launch.launchpad === launchpad && !launch.entryPoint)?.launch ??
      assert.fail(launchpad)
    const agent = get('virtuals-v5')
    const call = async (to: string, data: string) => askNode(node.url, 'eth_call', [{ to, data }, 'latest'])
    const { result: info } = await call(agent.form.factory, `0xf5dab711${agent.token.slice(2).padStart(64, '0')}`)
    assert.equal(`0x${info.slice(26, 66)}`, agent.creator)
    assert.equal((await call(agent.token, '0x1c7b2ff4')).error?.code, 3)
    const native = get('b20')
    assert.equal((await askNode(node.url, 'eth_getCode', [native.token, 'latest'])).result, '0xef')
    const roles = await askNode(node.url, 'eth_getLogs', [
      {
        fromBlock: '0x0',
        toBlock: 'latest',
        address: native.token,
        topics: ['0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'],
      },
    ])
    assert.equal(roles.result.length, 2)
    const { result: sent } = await askNode(node.url, 'eth_getTransactionByHash', [native.txHash])
    assert.deepEqual([sent.from, sent.to], [native.creator, native.form.factory])
    const smart = node.launches().find(({ launch }) => launch.entryPoint)?.launch ?? assert.fail('no smart wallet')
    const { result: receipt } = await askNode(node.url, 'eth_getTransactionReceipt', [smart.txHash])
    assert.deepEqual([receipt.from, receipt.to], [bundler, smart.entryPoint])
    assert.equal(receipt.logs.at(-1).address, smart.entryPoint)
    assert.equal(`0x${receipt.logs.at(-1).topics[2].slice(26)}`, smart.creator)
  })

  test('have the times of their chains, also where the pace changes, and tags behind the head', async () => {
    await using opened = await open(8453)
    const { node } = opened
    const timeAt = async (tag: string) =>
      Number((await askNode(node.url, 'eth_getBlockByNumber', [tag, false])).result.timestamp)
    const head = node.head()
    assert.equal((await timeAt('latest')) - (await timeAt(hex(head - 500n))), 100)
    const old = head - 24n * 432_000n - 1000n
    assert.equal((await timeAt(hex(old + 500n))) - (await timeAt(hex(old))), 1000)
    assert.ok((await timeAt('finalized')) < (await timeAt('safe')) && (await timeAt('safe')) < (await timeAt('latest')))
    assert.equal((await askNode(node.url, 'eth_getBlockByNumber', [hex(head + 1n), false])).result, null)
  })

  test('refuse what is too long, lose logs of a gap, and have another chain after a reorganisation', async () => {
    const clock = steadyClock(2000, { since: now.getTime() - 179 * dayMs })
    await using opened = await open(56, { clock })
    const { node } = opened
    node.habits.maxBlocks = 1000
    assert.match(
      (await askNode(node.url, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x3e8' }])).error?.message ?? '',
      /range/,
    )
    delete node.habits.maxBlocks
    const all = node.launches()
    const [middle] = all.slice(all.length >> 1)
    assert.ok(middle)
    node.habits.gap = { from: middle.block, to: middle.block }
    assert.ok((await listAll(node)).length < all.length)
    node.habits.gap = null
    const blocks = Number(node.head() - middle.block) + 1
    const hash = async (block: bigint) =>
      (await askNode(node.url, 'eth_getBlockByNumber', [`0x${block.toString(16)}`, false])).result.hash
    const before = [await hash(middle.block - 1n), await hash(middle.block)]
    node.reorganise(blocks, ({ token }) => (token === middle.launch.token ? 'goes' : { later: 3 }))
    const after = [await hash(middle.block - 1n), await hash(middle.block)]
    assert.equal(after[0], before[0])
    assert.notEqual(after[1], before[1])
    const tokens = (await listAll(node)).map(({ token }) => token)
    assert.ok(!tokens.includes(middle.launch.token) && tokens.length < all.length)
  })
})

void describe('the explorer and the market of the history', () => {
  test('know wallets by chain, and pools by what became of the token', async () => {
    const [explorer, market] = await Promise.all([
      startTxlist({ wallets: {}, now: () => now, ...toExplorer(history, () => now) }),
      startMarket({ tokens: {}, now: () => now, ...toMarket(history, () => now) }),
    ])
    await using opened = new AsyncDisposableStack()
    opened.defer(explorer.close)
    opened.defer(market.close)
    const [launch] = history.launches.filter(
      ({ chainId, fate, entryPoint }) => chainId === 56 && fate === 'lives' && !entryPoint,
    )
    assert.ok(launch?.creator)
    const rows = (await getJson(`${explorer.url}?chainid=56&module=account&action=txlist&address=${launch.creator}`))
      .result
    assert.ok(rows.some(({ hash }: { hash: string }) => hash === launch.txHash))
    const [pair] = await getJson(`${market.url}/tokens/v1/bsc/${launch.token}`)
    assert.equal(pair.baseToken.address, launch.token)
    assert.ok(pair.liquidity.usd > 10_000)
    assert.deepEqual(await getJson(`${market.url}/tokens/v1/base/${launch.token}`), [])
    const { pairs } = await getJson(`${market.url}/latest/dex/search?q=${launch.symbol}`)
    assert.ok(pairs.some(({ baseToken }: { baseToken: { address: string } }) => baseToken.address === launch.token))
    const untraded = history.launches.find(({ fate, chainId }) => fate === 'is never traded' && chainId === 1)
    assert.deepEqual(await getJson(`${market.url}/tokens/v1/ethereum/${untraded?.token}`), [])
  })
})
