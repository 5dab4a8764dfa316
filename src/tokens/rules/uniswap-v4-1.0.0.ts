/** Uniswap v4's contracts of a chain, in lower case. All pools lie in the one manager, under an id of 32 bytes. */
export interface UniswapV4 {
  manager: string
  stateView: string
}

/** By chain id; source: docs.uniswap.org/contracts/v4/deployments. */
export const uniswapV4: Record<number, UniswapV4 | undefined> = {
  1: {
    manager: '0x000000000004444c5dc75cb358380d2e3de08a90',
    stateView: '0x7ffe42c4a5deea5b0fec41c94c136cf115597227',
  },
  10: {
    manager: '0x9a13f98cb987694c9f086b1f5eb990eea8264ec3',
    stateView: '0xc18a3169788f4f75a170290584eca6395c75ecdb',
  },
  56: {
    manager: '0x28e2ea090877bf75740558f6bfb36a5ffee9e9df',
    stateView: '0xd13dd3d6e93f276fafc9db9e6bb47c1180aee0c4',
  },
  137: {
    manager: '0x67366782805870060151383f4bbff9dab53e5cd6',
    stateView: '0x5ea1bd7974c8a611cbab0bdcafcb1d9cc9b3ba5a',
  },
  8453: {
    manager: '0x498581ff718922c3f8e6a244956af099b2652b2b',
    stateView: '0xa3c0c9b65bad0b08107aa264b0f3db444b867a71',
  },
  42161: {
    manager: '0x360e68faccca8ca495c1b759fd9eee466db9fb32',
    stateView: '0x76fd297e2d437cd7f76d50f01afe6160f86e9990',
  },
}

export const initializeTopic = '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438'
export const modifyLiquidityTopic = '0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec'

interface Range {
  /** Never negative. */
  liquidity: number
  /** The square root of the price of currency 0 in currency 1, in their smallest units. */
  sqrtPrice: number
  tickLower: number
  tickUpper: number
}

/** The amounts of both currencies in a range of ticks, in their smallest units. */
export function toAmounts({ liquidity, sqrtPrice, tickLower, tickUpper }: Range): [number, number] {
  const [lower, upper] = [toSqrtPrice(tickLower), toSqrtPrice(tickUpper)]
  const price = Math.min(Math.max(sqrtPrice, lower), upper)
  return [liquidity * (1 / price - 1 / upper), liquidity * (price - lower)]
}

const toSqrtPrice = (tick: number): number => 1.0001 ** (tick / 2)

/** A word of 32 bytes as a number with a sign. */
export const toInteger = (word: string): bigint => BigInt.asIntN(256, BigInt(`0x${word}`))

/** The square root of a price from its form with 96 binary places. */
export const fromX96 = (word: string): number => Number(BigInt(`0x${word}`)) / 2 ** 96
