import type { PoolSpec } from '../stand-ins/market.ts'

/** The wrapped native coin of the local chain. */
export const weth = '0x4200000000000000000000000000000000000006'
export const usdPerWeth = 3000

/** Its pool with USDC: the market’s provider always has one, and the service asks for it first. */
export const wethPool: PoolSpec = {
  address: '0xd0b53d9277642d899df5c87a3966a349a798f224',
  quote: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  priceUsd: usdPerWeth,
  priceNative: usdPerWeth,
  quoteAmount: 9_000_000,
}
