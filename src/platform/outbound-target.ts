import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A rule is broken. The message fits after a field's name and tells nothing of the network. */
export class OutboundRefused extends Error {}

const ENTRY = /^(\[[\da-f:.]+\]|[^\s:/?#@*%\\[\]]+)(?::(\d{1,5}))?$/i

/** Whether `text` can stand in an allow list: `host` or `host:port`, IPv6 in brackets. */
export const isAllowEntry = (text: string): boolean => canonicalEntry(text) !== null

/** The hosts that are exempt from the rules on scheme, port, name and address, each as `URL` writes it. */
export function exemptHosts(allow: string[]): Set<string> {
  return new Set(
    allow.map((text) => {
      const entry = canonicalEntry(text)
      if (entry === null) throw new Error(`An allowed host must be host or host:port, not "${text}"`)
      return entry
    }),
  )
}

function canonicalEntry(text: string): string | null {
  const [, host = '', port = '443'] = ENTRY.exec(text) ?? []
  const url = URL.parse(`https://${host}/`)
  if (url === null || url.hostname.endsWith('.')) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  return text.length === host.length ? url.hostname : `${url.hostname}:${Number(port)}`
}

export const isExempt = (url: URL, exempt: Set<string>): boolean =>
  exempt.has(url.hostname) || exempt.has(`${url.hostname}:${portOf(url)}`)

const portOf = (url: URL) => url.port || (url.protocol === 'http:' ? '80' : '443')

/** The parsed address when a request may be sent there; throws `OutboundRefused`. What its name resolves to is judged when connecting. */
export function checkTarget(text: string, exempt: Set<string>): URL {
  const url = URL.parse(text)
  if (url === null) throw new OutboundRefused('must be a URL')
  const fault = faultOf(url, exempt)
  if (fault !== null) throw new OutboundRefused(fault)
  return url
}

// The host is judged as the URL parser writes it: octal, hexadecimal, short and full-width forms are gone by then.
function faultOf(url: URL, exempt: Set<string>): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  if (url.hostname.endsWith('.')) return 'must name its host without a trailing dot'
  if (isExempt(url, exempt)) return null
  if (url.protocol === 'http:') return 'must be an https address'
  if (portOf(url) !== '443') return 'must use port 443'
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return isPublicAddress(literal) ? null : 'must point to a public address'
  return url.hostname.includes('.') ? null : 'must name a public host'
}
