import type { FastifyRequest } from 'fastify'
import type { CallerTier } from '../../keys/schemas.ts'
import { nameKeyHolder } from '../../platform/network/request-client.ts'
import type { KeyDeps } from '../../keys/key-deps.ts'

/** Whom a scoring counts against: the lineage of an API key, or a client network. */
export interface Payer {
  tier: CallerTier
  /** The name of its count: `key ` and the root id of the lineage, or the hash of the network. */
  bucket: string
  /** The hash of the network's IPv6 /48; null for IPv4 and for keys. */
  site: string | null
  /** Made with a test key, which calls no model. */
  isTest: boolean
}

/** The bucket of the whole service. */
export const wholeService = ''

export async function findPayer(
  { hashNetwork }: Pick<KeyDeps, 'hashNetwork'>,
  { caller: { tier, key }, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
): Promise<Payer> {
  if (key) return { tier, bucket: nameKeyHolder(key.rootId), site: null, isTest: key.isTest }
  const { network, site } = await hashNetwork(ip)
  return { tier, bucket: network, site, isTest: false }
}
