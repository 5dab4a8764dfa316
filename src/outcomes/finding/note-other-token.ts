import type { Configured, Deps } from '../../deps.ts'
import { insertWalletToken, isKnownToken } from './wallet-token-store.ts'
import { listSenders } from '../rules/proofs-1.0.0.ts'

/** A token that isn't the launch of a score. */
export interface OtherToken {
  /** Lower case, as is `token`. */
  wallet: string
  token: string
  /** The transaction of a launchpad's event that names the wallet. */
  creationTx: string | null
  /** When the wallet deployed the contract itself. */
  deployedAt: Date | null
  /** The launchpad puts it before the names of its tokens; unset: nothing. */
  namePrefix?: string
}

/**
 * Notes a token that a wallet launched beside the launches of its scores. A launchpad's event counts only when the wallet sent
 * it: a stranger can name any wallet.
 */
export async function noteOtherToken(
  { db, clock, proofSources: { creations } }: Configured<'proofSources'>,
  { wallet, token, creationTx, deployedAt }: OtherToken,
  signal: AbortSignal,
): Promise<void> {
  const key = { chainId: creations.chainId, creatorAddress: wallet, token }
  if ((deployedAt === null && creationTx === null) || (await isKnownToken(db, key))) return
  const createdAt = deployedAt ?? (creationTx && (await findSent(creations, { wallet, creationTx }, signal)))
  if (createdAt) await insertWalletToken(db, { ...key, createdAt, foundAt: clock.now() })
}

/** When the wallet sent a transaction; null: it didn't, or the transaction failed. */
async function findSent(
  creations: NonNullable<Deps['proofSources']>['creations'],
  { wallet, creationTx }: { wallet: string; creationTx: string },
  signal: AbortSignal,
): Promise<Date | null> {
  const receipt = await creations.receipt(creationTx, signal)
  if (!receipt?.isSuccess || !listSenders(receipt).includes(wallet)) return null
  return creations.minedAt(receipt.blockNumber, signal)
}
