import type { FindTokenCreator, TokenCreator } from '../providers/token-profile.ts'
import type { TokenRisk } from '../providers/token-risk.ts'
import type { ProofSources } from './prove-token.ts'
import { findNamedCreator, isLaunchpad } from './rules/named-creator.ts'
import { findSender } from './rules/proofs-1.0.0.ts'
import { entryPoints } from './rules/venues-1.0.0.ts'

interface Sources extends ProofSources {
  tokenRisk: TokenRisk | null
}

/**
 * The creator of a token by its launchpad, otherwise the sender of its creation, otherwise the deployer that the token
 * risk provider reports. Throws `UpstreamError` or the signal's reason.
 */
export const createFindTokenCreator =
  (sources: Sources): FindTokenCreator =>
  async (token, signal) => {
    const { creations, findCreationTx, venues } = sources
    const txHash = (await findCreationTx?.(token, signal)) ?? null
    const receipt = txHash && (await creations.receipt(txHash, signal))
    if (!receipt || !receipt.isSuccess) return findReported(sources, token, signal)
    const { chainId } = creations
    const named = findNamedCreator({ receipt, token, chainId, factories: venues.factories })
    if (named === 'nobody') return { unknown: 'its launchpad makes tokens without a creator' }
    if (named && 'address' in named) return named
    const address = named ? await creations.creatorBy(named, token, signal) : findSender(receipt)
    return address === null ? { unknown: 'a shared transaction created the contract' } : { address }
  }

/** A launchpad that a provider reports as the deployer isn't the creator. */
async function findReported(
  { creations, venues, tokenRisk }: Sources,
  token: string,
  signal: AbortSignal,
): Promise<TokenCreator> {
  const reported = (await tokenRisk?.token(token, signal))?.facts?.creator?.toLowerCase() ?? null
  if (reported === null) return { unknown: 'no provider knows the contract’s creation' }
  const isContract = async () => {
    const code = await creations.codeAt(reported, 'latest', signal)
    return code !== '0x' && !code?.startsWith(delegationPrefix)
  }
  if (isLaunchpad(reported, venues) || entryPoints.has(reported) || (await isContract()))
    return { unknown: 'another contract made it' }
  return { address: reported }
}

/** The code of a wallet that delegates to a contract (EIP-7702). */
const delegationPrefix = '0xef0100'
