import type { ChainSources, Deps } from '../deps.ts'

/** The sources of a chain that isn't configured, or not any more. */
export const noSources = (chainId: number): ChainSources => ({
  chainId,
  launchpads: [],
  quotes: { known: new Set(), dollars: new Set(), native: new Set(), wrapped: null },
  creatorData: null,
  tokenRisk: null,
  blockTimes: null,
  pools: null,
  launchLogs: null,
  tokenReader: null,
  proofSources: null,
  market: null,
})

/** The sources of a chain. Records that name none are of CHAIN_ID. */
export function sourcesOf(
  { chains, config }: Pick<Deps, 'chains' | 'config'>,
  chainId: number | null = config.chainId,
): ChainSources {
  const id = chainId ?? config.chainId
  return chains.get(id) ?? noSources(id)
}

/** The dependencies of what is done on one chain. */
export const onChain = (deps: Deps, chainId?: number | null): Deps & ChainSources => ({
  ...deps,
  ...sourcesOf(deps, chainId),
})
