import type { Deps } from '../../deps.ts'

/** The number of blocks after which a block counts as final. */
export const getFinalDepth = ({ attesting, chainConfirmations }: Deps['config']): bigint =>
  BigInt(Math.max(attesting.finalBlocks, chainConfirmations))
