import type { LaunchHistory } from '../../dev/stand-ins/launches/launch-history.ts'
import type { LaunchRow } from '../../src/creators/launch-index-store.ts'

/** The launches of a history as the index has them. */
export const toRows = ({ launches }: Pick<LaunchHistory, 'launches'>): LaunchRow[] =>
  launches.map(({ chainId, block, txHash, launchpad, token, creator, at }, logIndex) => ({
    chainId,
    block,
    logIndex,
    txHash,
    launchpad,
    token,
    creator,
    launchedAt: at,
  }))
