import { type Address, type Hex, encodeAbiParameters, keccak256, pad, parseEther, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { listLaunchpads, openLaunchpadFiles } from '../../src/providers/launchpads/launchpads.ts'
import type { LocalChain } from '../stand-ins/eas.ts'
import { weth } from '../world/weth.ts'
import { money, toFactory, toPool, toTokenCode } from './bytecode.ts'
import type { StoryLaunch } from './launches.ts'

/** `Burn` of a Uniswap v2 pool. */
const burn: Hex = '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'
/** Blocks that bury a creation, at two seconds each. */
const confirmations = 12

export interface StoryToken {
  /** Lower case. */
  token: string
  pool: string
  creationTx: Hex
}

/** The chain on which the launches of the story happen. */
export interface StoryChain {
  /** Mines a block at this time. */
  passTo: (time: Date) => Promise<void>
  /** The wallet has the launchpad make its token, whose pool is there from now on. */
  launch: (launch: StoryLaunch, wallet: PrivateKeyAccount) => Promise<StoryToken>
  fill: (pool: string, quote: number) => Promise<void>
  /** The wallet takes the money out of the pool. */
  drain: (wallet: PrivateKeyAccount, pool: string, quote: number) => Promise<void>
}

/** Puts a launchpad and the wrapped native coin on a local chain. */
export async function openStoryChain(chain: LocalChain, chainId: number): Promise<StoryChain> {
  const launchpad = listLaunchpads(openLaunchpadFiles(null), chainId).find(({ id }) => id === 'clanker-v4')
  const [event] = launchpad?.events ?? []
  const factory = launchpad?.contracts[0]?.address as Address | undefined
  if (!factory || !event) throw new Error(`No launchpad of chain ${chainId} is known.`)
  await chain.setCode({ address: factory, bytecode: toFactory(event.topic0 as Hex) })
  await chain.setCode({ address: weth, bytecode: money })
  return {
    passTo: async (time) => {
      await chain.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(time.getTime() / 1000)) })
      await chain.mine({ blocks: 1 })
    },
    launch: async (launch, wallet) => {
      await chain.setBalance({ address: wallet.address, value: parseEther('10') })
      const creationTx = await chain.sendTransaction({ account: wallet, to: factory, data: toTokenCode(launch) })
      const { logs } = await chain.waitForTransactionReceipt({ hash: creationTx })
      const token = `0x${logs[0]?.topics[1]?.slice(26) ?? ''}`
      const pool = keccak256(token as Hex).slice(0, launch.pool === 'v4' ? 66 : 42)
      if (launch.pool === 'v2') await chain.setCode({ address: pool as Address, bytecode: toPool(burn) })
      await chain.mine({ blocks: confirmations, interval: 2 })
      return { token, pool, creationTx }
    },
    fill: async (pool, quote) => {
      if (pool.length !== 42) return // the chain doesn't show by itself what such a pool holds
      const value = pad(toHex(parseEther(String(quote))))
      await chain.setStorageAt({ address: weth, index: pad(pool as Address), value })
    },
    drain: async (wallet, pool, quote) => {
      const amount = parseEther(String(quote))
      const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [amount, amount])
      const hash = await chain.sendTransaction({ account: wallet, to: pool as Address, data })
      await chain.waitForTransactionReceipt({ hash })
    },
  }
}
