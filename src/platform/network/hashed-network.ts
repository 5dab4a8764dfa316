export interface HashedNetwork {
  network: string
  /** The hash of the network's IPv6 /48; null for IPv4. */
  site: string | null
}

export type HashNetwork = (ip: string) => Promise<HashedNetwork>
