import { isIP } from 'node:net'
import { isPublicAddress } from '../../../contract/public-address.ts'
import type { EnvReader } from '../env.ts'

export class OutboundRefused extends Error {}

export const outboundUses = ['images', 'webhooks', 'push', 'providers'] as const
export type OutboundUse = (typeof outboundUses)[number]

const entryPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@*%=\\[\]]+)(?::(\d{1,5}))?$/i

export const isAllowEntry = (text: string): boolean => parseEntry(text) !== null

/** Every use includes images that anyone can submit. */
export const isForEveryUse = (text: string): boolean => !text.includes('=')

export function exemptHosts(allow: string[], use?: OutboundUse): Set<string> {
  const entries = allow.map((text) => {
    const entry = parseEntry(text)
    if (entry === null) throw new Error(`An allowed host must be host or host:port, or use=host, not "${text}"`)
    return entry
  })
  return new Set(entries.filter((entry) => entry.use === null || entry.use === use).map(({ host }) => host))
}

function parseEntry(text: string): { use: string | null; host: string } | null {
  const at = text.indexOf('=')
  const use = at < 0 ? null : text.slice(0, at)
  const host = canonicalEntry(text.slice(at + 1))
  const isKnown = use === null || outboundUses.some((one) => one === use)
  return host === null || !isKnown ? null : { use, host }
}

function canonicalEntry(text: string): string | null {
  const [, host = '', port = '443'] = entryPattern.exec(text) ?? []
  const url = URL.parse(`https://${host}/`)
  if (url === null || url.hostname.endsWith('.')) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  return text.length === host.length ? url.hostname : `${url.hostname}:${Number(port)}`
}

export const isExempt = (url: URL, exempt: Set<string>): boolean =>
  exempt.has(url.hostname) || exempt.has(`${url.hostname}:${getPort(url)}`)

const getPort = (url: URL) => url.port || (url.protocol === 'http:' ? '80' : '443')

/** Throws `OutboundRefused`. Addresses are checked when connecting. */
export function checkTarget(text: string, exempt: Set<string>): URL {
  const url = URL.parse(text)
  if (url === null) throw new OutboundRefused('must be a URL')
  const fault = findFault(url, exempt)
  if (fault !== null) throw new OutboundRefused(fault)
  return url
}

// The URL parser has normalised the host: no octal, hexadecimal, short or full-width forms.
function findFault(url: URL, exempt: Set<string>): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hostname.endsWith('.')) return 'must not have a trailing dot in its host name'
  if (isExempt(url, exempt)) return null
  if (url.protocol === 'http:') return 'must be an https URL'
  if (getPort(url) !== '443') return 'must use port 443'
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return isPublicAddress(literal) ? null : 'must point to a public address'
  return url.hostname.includes('.') && !url.hostname.endsWith('.localhost') ? null : 'must name a public host'
}

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

export const isHost = (value: string) =>
  isIP(value) !== 0 ||
  (value.split('.').every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) && !/(^|\.)\d+$/.test(value))

/** As browsers write `location.host`. */
export function isDomain(value: string): boolean {
  const [, ipv6, name = '', port = '443'] =
    /^(?:\[([\da-f:.]+)\]|([a-z\d._-]{1,253}))(?::(\d{1,5}))?$/.exec(value) ?? []
  return (ipv6 === undefined ? isHost(name) : isIP(ipv6) === 6) && Number(port) >= 1 && Number(port) <= 65_535
}
