import type { Configured } from '../../../deps.ts'
import { entryPoints } from '../../rules/venues-1.0.0.ts'
import { findSupplier } from './first-supply.ts'
import { type DueObservation, listLaunchBots } from '../store.ts'

/** Those whose removal of liquidity can be a rug. */
export interface Insiders {
  wallets: ReadonlySet<string>
  /** false: the sender of the first supply of liquidity isn't known, so that somebody else may be an insider. */
  isWhole: boolean
}

/**
 * The launch's own wallet, the sender of the token's creation and that of the first supply of liquidity, without launchpads,
 * launch bots and bundlers. Where a launchpad only named the wallet, nobody else counts: it isn't charged with what a stranger
 * does.
 */
export async function findInsiders(
  deps: Configured<'pools' | 'proofSources'>,
  due: DueObservation,
  signal: AbortSignal,
): Promise<Insiders> {
  const { creatorAddress, creationSender, isOwn } = due
  if (!isOwn) return { wallets: new Set([creatorAddress]), isWhole: true }
  const supplier = await findSupplier(deps, due, signal)
  const senders = [creationSender, supplier.sender].filter((sender) => sender !== null)
  const bots = senders.length > 0 ? await listLaunchBots(deps.db, { senders, creatorAddress }) : []
  const others = new Set([...deps.proofSources.venues.contracts, ...entryPoints, ...bots])
  const wallets = new Set([creatorAddress, ...senders.filter((sender) => !others.has(sender))])
  return { wallets, isWhole: supplier.isKnown }
}
