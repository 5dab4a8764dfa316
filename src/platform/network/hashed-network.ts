/** The hash of a client network, which may be stored: equal networks have equal hashes, and no address can be recovered. */
export interface HashedNetwork {
  network: string
  /** The hash of the network's IPv6 /48; null for IPv4. */
  site: string | null
}

/** Hashes the client network of an address. */
export type HashNetwork = (ip: string) => Promise<HashedNetwork>
