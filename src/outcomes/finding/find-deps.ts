import type { Deps } from '../../deps.ts'
import type { Pools } from '../../providers/chain/pools.ts'
import type { ProofSources } from '../binding/prove-token.ts'

export type FindDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'creatorData'> & {
  proofSources: ProofSources
  pools: Pools
}
