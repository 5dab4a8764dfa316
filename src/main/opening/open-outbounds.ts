import type { Deps } from '../../deps.ts'
import { type Outbound, openOutbound } from '../../platform/outbound/outbound.ts'
import { createResolver } from '../../platform/outbound/resolver.ts'

interface Outbounds extends Pick<Deps, 'outbound'> {
  forImages: Outbound
  close: () => Promise<void>
}

/**
 * Opens the guarded HTTP clients for URLs that strangers choose. Each use has its own resolver, so that slow names of one delay
 * no other. Their senders share fairly between subscriptions, so any number of their look-ups may wait.
 */
export function openOutbounds({ config, metrics, ca }: Pick<Deps, 'config' | 'metrics'> & { ca?: string }): Outbounds {
  const guard = { allow: config.outboundAllow, ...(ca !== undefined && { ca }) }
  const ofService = { metrics, servers: config.dnsServers }
  const ofSenders = { ...ofService, maxWaitingPerNetwork: 1024 }
  const push = openOutbound({ ...guard, use: 'push', resolve: createResolver({ name: 'push look-ups', ...ofSenders }) })
  const webhooks = openOutbound({
    ...guard,
    use: 'webhooks',
    resolve: createResolver({ name: 'webhook look-ups', ...ofSenders }),
    connections: null, // the delivery worker limits them
  })
  const forImages = openOutbound({
    ...guard,
    use: 'images',
    resolve: createResolver({ name: 'image look-ups', ...ofService }),
    connections: 'unshared',
  })
  const close = async () => {
    await Promise.all([push, webhooks, forImages].map((one) => one.close()))
  }
  return { outbound: { push, webhooks }, forImages, close }
}
