import type { Deps } from '../../deps.ts'
import type { Attester } from '../../providers/chain/attester.ts'

/** The dependencies of every publishing step, with an attester that is configured. */
export type AttestDeps = Deps & { attester: Attester }

/** The number of blocks after one from which it counts as final. */
export const getFinalDepth = ({ attesting, chainConfirmations }: AttestDeps['config']): bigint =>
  BigInt(Math.max(attesting.finalBlocks, chainConfirmations))
