import type { Db } from '../../database/db.ts'
import { type ActDeps, findActs } from './find-acts.ts'
import { type Rival, findUnsignedNaming } from './rival-store.ts'

type Replaceable =
  | { state: 'replaceable'; id: string }
  /** It was signed, the chain proves more of it, or the wallet touched its token. */
  | { state: 'firm' }
  /** More blocks would have to be read than may be. */
  | { state: 'unread' }

/**
 * Whether a signed binding may replace its rival: a binding of the same launch by which a launchpad only names the wallet,
 * while the chain shows no act of the wallet on that token. Throws `UpstreamError` ('chain').
 */
export async function findReplaceable(
  deps: ActDeps & { db: Db },
  rival: Rival,
  bounds: { maxBlocks: bigint | null; signal: AbortSignal },
): Promise<Replaceable> {
  if (rival.by === 'token') return { state: 'firm' }
  const naming = await findUnsignedNaming(deps.db, rival.id)
  if (!naming || naming.creationTx === null || naming.creationBlock === null) return { state: 'firm' }
  const { token, creatorAddress: wallet, creationTx } = naming
  const touched = { token, wallet, creationTx, creationBlock: BigInt(naming.creationBlock) }
  const acts = await findActs(deps, touched, bounds)
  if (acts === 'acted') return { state: 'firm' }
  return acts === 'none' ? { state: 'replaceable', id: rival.id } : { state: 'unread' }
}
