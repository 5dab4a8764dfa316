import type { EnvReader } from '../env.ts'
import { exemptHosts, isExempt } from './outbound-target.ts'

const greatPushServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

export function readPushServices(env: EnvReader): string[] {
  const rule = 'must be a comma-separated list of hosts like push.example or *.push.example'
  const listed = env.list('PUSH_SERVICES', isEntry, rule)
  return listed.length > 0 ? listed : greatPushServices
}

/** A host, or `*.` and a domain. */
const isEntry = (value: string) => /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]+$/i.test(value)

/**
 * Subscribers choose endpoints that get every notification: without the list, anyone could aim the service at any host.
 * Hosts of OUTBOUND_ALLOW pass.
 */
export function createPushServiceCheck(services: string[], outboundAllow: string[]): (endpoint: string) => boolean {
  const exempt = exemptHosts(outboundAllow, 'push')
  const known = services.map((service) => service.toLowerCase())
  return (endpoint) => {
    const url = URL.parse(endpoint)
    if (url === null) return false
    return isExempt(url, exempt) || known.some((service) => matches(url.hostname, service))
  }
}

const matches = (host: string, service: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service
