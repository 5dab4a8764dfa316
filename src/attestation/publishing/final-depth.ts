import type { Deps } from '../../deps.ts'

/** The number of blocks after one from which it counts as final. */
export const getFinalDepth = ({ attesting, chainConfirmations }: Deps['config']): bigint =>
  BigInt(Math.max(attesting.finalBlocks, chainConfirmations))
