import type { Deps } from '../../deps.ts'
import type { Pools } from '../../providers/chain/pools.ts'
import type { ProofSources } from '../binding/prove-token.ts'

export type FindDeps = Deps & { proofSources: ProofSources; pools: Pools }
