import type { TestContext } from 'node:test'
import { startMarket, type MarketStandIn, type MarketWorld } from '../../dev/stand-ins/market.ts'
import { type Rpc, startRpc } from '../../dev/stand-ins/rpc.ts'
import { weth, wethPool } from '../../dev/world/weth.ts'
import type { Environment } from '../../src/platform/env.ts'
import { seedIndexedLaunches } from './indexing.ts'
import { type TestApp, type World, startApp, startWorld } from './app.ts'
import { closeAfter } from './waiting.ts'

export const mug = '0x9c41000000000000000000000000000000000e07'
export const mugCreator = '0xe85a00000000000000000000000000000000c6d1'
const older = '0x2f0b00000000000000000000000000000000aa10'
const [hourMs, dayMs] = [3_600_000, 86_400_000]

export interface Unscored extends TestApp {
  world: World
  node: Rpc
  market: MarketStandIn
}

interface Given {
  environment?: Environment
  market?: Partial<MarketWorld>
}

const pool = (address: string, quoteAmount: number, createdAt: Date, names: object = {}) => ({
  address: `0xb0${address.slice(4)}`,
  quote: weth,
  priceUsd: 0.002,
  priceNative: 0.002 / 3000,
  quoteAmount,
  liquidityUsd: quoteAmount * 6000,
  createdAt,
  ...names,
})

const holderOf = (percent: string, over: object = {}) => ({
  address: `0x${percent.replace('.', '').padEnd(40, '1')}`,
  is_contract: 0,
  is_locked: 0,
  percent,
  ...over,
})

/** A service that knows everything about one token that nobody has scored: Moon Mug, by a creator of 12 tokens. */
export async function startUnscored(t: Pick<TestContext, 'after'>, given: Given = {}): Promise<Unscored> {
  const now = Date.now()
  const earlier = Array.from({ length: 11 }, (_, n) => `0x7041${String(n).padStart(36, '0')}`)
  const names = { name: 'Moon Mug', symbol: 'MUG' }
  const [alive = ''] = earlier
  const world = await startWorld(t, {
    txlist: { wallets: { [mugCreator]: { ageDays: 140, sent: 300 } } },
    goplus: {
      tokens: {
        [mug]: {
          kind: 'clean',
          creator: mugCreator,
          ...names,
          fields: {
            transfer_pausable: '1',
            slippage_modifiable: '1',
            buy_tax: '0.03',
            sell_tax: '0.03',
            holder_count: '146',
            holders: [holderOf('0.31'), holderOf('0.3'), holderOf('0.2', { is_locked: 1 })],
            lp_holders: [holderOf('1')],
          },
        },
      },
    },
  })
  const [node, market] = await Promise.all([
    startRpc({ tokens: { [mug]: { functions: { 'name()': 'Moon Mug', 'symbol()': 'MUG' } } } }),
    startMarket({
      tokens: {
        [weth]: [wethPool],
        [mug]: [{ ...pool(mug, 3, new Date(now - 6 * hourMs), names), buys: 50, sells: 38, volume: 9000 }],
        [older]: [pool(older, 20, new Date(now - 41 * dayMs), names)],
        [alive]: [{ ...pool(alive, 5, new Date(now - 30 * dayMs)), buys: 10, sells: 10, volume: 500 }],
      },
      ...given.market,
    }),
  ])
  closeAfter(t, () => Promise.all([node, market].map(({ close }) => close())))
  const service = await startApp(t, {
    world,
    environment: {
      ...world.environment,
      CHAIN_RPC_URL: node.url,
      MARKET_DATA_URL: market.url,
      ...given.environment,
    },
  })
  await seedIndexedLaunches(service.deps.db, [
    { token: mug, creator: mugCreator, launchedAt: new Date(now - 6 * hourMs) },
    ...earlier.map((token, n) => ({ token, creator: mugCreator, launchedAt: new Date(now - (20 + n) * dayMs) })),
  ])
  return { ...service, world, node, market }
}
