import { findChainName } from '../../contract/chains.ts'
import type { Environment } from '../../src/platform/env.ts'
import type { HistoryChain } from '../stand-ins/launches/launch-forms.ts'
import type { LaunchHistory } from '../stand-ins/launches/launch-history.ts'
import { startLaunchNode } from '../stand-ins/launches/launch-node.ts'
import type { ListedProvider } from './listed-provider.ts'

interface Started {
  settings: Environment
  listed: ListedProvider
  close: () => Promise<void>
}

const chainIds: HistoryChain[] = [8453, 56, 4663, 1]

/** The chains beside CHAIN_ID: the environment's, or nodes of the others on which tokens are launched. */
export async function startLaunchChains(given: Environment, history: LaunchHistory): Promise<Started> {
  if (given.CHAINS || given.CHAIN_RPC_URLS) return { settings: {}, listed: takeGiven(given), close: async () => {} }
  const others = chainIds.filter((chainId) => String(chainId) !== (given.CHAIN_ID || '8453'))
  const nodes = await Promise.all(
    others.map((chainId) => startLaunchNode({ history, chainId, habits: { hasLogTimes: true } })),
  )
  return {
    settings: {
      CHAINS: others.join(','),
      CHAIN_RPC_URLS: nodes.map(({ chainId, url }) => `${chainId}=${url}`).join(','),
      // reading more would make a demo start late
      ...(!given.LAUNCHES_BACKFILL_DAYS && { TUNING: given.TUNING || 'backfill_days=45' }),
    },
    listed: {
      role: 'chains',
      isStandIn: true,
      at: `${nodes.length} nodes`,
      words: `${toCount(history, others)} launches on ${others.map(findChainName).join(', ')}`,
    },
    close: async () => {
      await Promise.all(nodes.map(({ close }) => close()))
    },
  }
}

const toCount = ({ launches }: LaunchHistory, chains: HistoryChain[]): string =>
  launches.filter(({ chainId }) => chains.includes(chainId)).length.toLocaleString('en')

const takeGiven = ({ CHAINS = '' }: Environment): ListedProvider => ({
  role: 'chains',
  isStandIn: false,
  at: CHAINS || 'CHAIN_ID',
  words: 'not the sample creators’ launches',
})
