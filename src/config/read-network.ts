import type { EnvReader } from '../platform/env.ts'
import { isNetwork } from '../platform/network/trusted-proxies.ts'
import { isAllowEntry, outboundUses } from '../platform/outbound/outbound.ts'
import { readPushServices } from '../platform/outbound/push-services.ts'
import { isNameServer } from '../platform/outbound/resolver.ts'

/** Which hosts the service connects to, and how it tells its callers apart. */
export interface NetworkConfig {
  /** Hosts that browsers' push endpoints may have; `*.` stands for subdomains (D84). */
  pushServices: string[]
  /** Hosts exempt from the network rules (D44): `host[:port]` for every use, `use=host[:port]` for one. */
  outboundAllow: string[]
  /** Name servers for the hosts that strangers name; empty: the system's. */
  dnsServers: string[]
  trustProxy: string[]
  /** Whether the limit per address of routes without a row of their own applies to key holders too (D68). */
  limitKeyedRoutesByIp: boolean
}

export const readNetwork = (env: EnvReader): NetworkConfig => ({
  pushServices: readPushServices(env),
  outboundAllow: env.list(
    'OUTBOUND_ALLOW',
    isAllowEntry,
    `must be a comma-separated list of host or host:port, or ${outboundUses.join('=…, ')}=… for one use`,
  ),
  dnsServers: env.list(
    'DNS_SERVERS',
    isNameServer,
    'must be a comma-separated list of addresses like 9.9.9.9 or [::1]:5353',
  ),
  trustProxy: env.list(
    'TRUST_PROXY',
    isNetwork,
    'must be a comma-separated list of addresses or CIDRs like 10.0.0.0/8',
  ),
  limitKeyedRoutesByIp: env.choice('LIMIT_KEYED_ROUTES_BY_IP', ['on', 'off']) !== 'off',
})
