import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { createSharedKey } from '../platform/crypto/shared-key.ts'
import { clientNetwork, clientSite } from '../platform/network/client-network.ts'
import type { HashNetwork } from '../platform/network/hashed-network.ts'
import { findNetworkKey, insertNetworkKey } from './store.ts'

/** The first replica that needs the key creates it. */
export function createNetworkHash({ db, random }: Pick<Deps, 'db' | 'random'>): HashNetwork {
  const key = createSharedKey({
    find: () => findNetworkKey(db),
    insert: (made) => insertNetworkKey(db, made),
    random,
    table: 'network_key',
  })
  return async (ip) => {
    const hash = hashWith(await key())
    const site = clientSite(ip)
    return { network: hash(clientNetwork(ip)), site: site && hash(site) }
  }
}

/** 128 bits are enough: two networks with the same hash would only share a budget. */
const hashWith = (key: Buffer) => (network: string) =>
  createHmac('sha256', key).update(network).digest('hex').slice(0, 32)
