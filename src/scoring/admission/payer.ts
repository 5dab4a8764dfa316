import type { Caller } from '../../keys/caller.ts'
import type { Deps } from '../../deps.ts'
import type { Level } from '../../activity/budgets/shares.ts'
import type { CallerTier } from '../../../contract/schemas/key.ts'
import { nameKeyHolder } from '../../platform/network/request-client.ts'

export interface Payer {
  tier: CallerTier
  level: Level
  /** `key ` and the root id of the lineage, or the hash of the network. */
  bucket: string
  /** The hash of the network's IPv6 /48; null for IPv4 and for keys. */
  site: string | null
  isTest: boolean
}

/** `trust` is the level of a request without a key. */
export async function findPayer(
  { hashNetwork }: Deps,
  { caller: { tier, key }, ip }: { caller: Caller; ip: string },
  trust: Level = 'anonymous',
): Promise<Payer> {
  if (key) return { tier, level: 'key', bucket: nameKeyHolder(key.rootId), site: null, isTest: key.isTest }
  const { network, site } = await hashNetwork(ip)
  return { tier, level: trust, bucket: network, site, isTest: false }
}
