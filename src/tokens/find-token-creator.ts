import { delegationPrefix } from '../providers/chain/creations.ts'
import { entryPoints, findSender } from '../providers/chain/entry-points.ts'
import { findCreationOf } from '../providers/launchpads/find-creation.ts'
import { isOfLaunchpad } from '../providers/launchpads/launchpads.ts'
import type { FindTokenCreator, TokenCreator } from '../providers/token-profile.ts'
import type { TokenRisk } from '../providers/token-risk.ts'
import type { ProofSources } from './prove-token.ts'

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
    const { creations, findCreationTx, launchpads } = sources
    const txHash = (await findCreationTx?.(token, signal)) ?? null
    const receipt = txHash && (await creations.receipt(txHash, signal))
    if (!receipt || !receipt.isSuccess) return findReported(sources, token, signal)
    const creator = findCreationOf(token, receipt.logs, launchpads)?.creator
    if (creator === 'nobody') return { unknown: 'its launchpad makes tokens without a creator' }
    if (typeof creator === 'object' && 'address' in creator) return creator
    const isAsked = typeof creator === 'object'
    const address = isAsked ? await creations.creatorBy(creator, token, signal) : findSender(receipt)
    if (address === null)
      return { unknown: isAsked ? 'its launchpad names no creator' : 'a shared transaction created the contract' }
    if (isOfLaunchpad(address, launchpads)) return { unknown: 'its launchpad sent the creation for somebody' }
    return { address }
  }

/** A launchpad that a provider reports as the deployer isn't the creator. */
async function findReported(
  { creations, launchpads, tokenRisk }: Sources,
  token: string,
  signal: AbortSignal,
): Promise<TokenCreator> {
  const reported = (await tokenRisk?.token(token, signal))?.facts?.creator?.toLowerCase() ?? null
  if (reported === null) return { unknown: 'no provider knows the contract’s creation' }
  const isContract = async () => {
    const code = await creations.codeAt(reported, 'latest', signal)
    return code !== '0x' && !code?.startsWith(delegationPrefix)
  }
  if (isOfLaunchpad(reported, launchpads) || entryPoints.has(reported) || (await isContract()))
    return { unknown: 'another contract made it' }
  return { address: reported }
}
