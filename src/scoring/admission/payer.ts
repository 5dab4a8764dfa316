import type { Caller } from '../../keys/caller.ts'
import type { Deps } from '../../deps.ts'
import type { Level } from '../../activity/budgets/shares.ts'
import type { CallerTier } from '../../../contract/schemas/key.ts'
import { nameKeyHolder } from '../../platform/network/request-client.ts'

/** Whom a scoring counts against: the lineage of an API key, or a client network. */
export interface Payer {
  tier: CallerTier
  /** What the service knows of the payer. */
  level: Level
  /** The name of its count: `key ` and the root id of the lineage, or the hash of the network. */
  bucket: string
  /** The hash of the network's IPv6 /48; null for IPv4 and for keys. */
  site: string | null
  /** Made with a test key, which calls no model. */
  isTest: boolean
}

/** The payer of a request. `trust` is the level of a request without a key: by default, nothing is known of its sender. */
export async function findPayer(
  { hashNetwork }: Deps,
  { caller: { tier, key }, ip }: { caller: Caller; ip: string },
  trust: Level = 'anonymous',
): Promise<Payer> {
  if (key) return { tier, level: 'key', bucket: nameKeyHolder(key.rootId), site: null, isTest: key.isTest }
  const { network, site } = await hashNetwork(ip)
  return { tier, level: trust, bucket: network, site, isTest: false }
}
