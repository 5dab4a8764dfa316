import { isIP } from 'node:net'
import { isPublicAddress } from '../../../contract/public-address.ts'

/** The target breaks a rule. The message follows a field's name and reveals nothing of the network. */
export class OutboundRefused extends Error {}

/** The uses that an exemption may name. Providers are the operator's own choice and need none. */
export const outboundUses = ['images', 'webhooks', 'push', 'providers'] as const
export type OutboundUse = (typeof outboundUses)[number]

const entryPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@*%=\\[\]]+)(?::(\d{1,5}))?$/i

/** Whether `text` is an entry of an allow list: `host` or `host:port`, IPv6 in brackets, or `use=host` for one use. */
export const isAllowEntry = (text: string): boolean => parseEntry(text) !== null

/** Whether an entry of an allow list covers every use, strangers' images included. */
export const isForEveryUse = (text: string): boolean => !text.includes('=')

/** The hosts that are exempt, for a use, from the rules on scheme, port, name and address; as `URL` writes them. */
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

/** Parses a URL that requests may be sent to. Throws `OutboundRefused`. The addresses of its host are checked when connecting. */
export function checkTarget(text: string, exempt: Set<string>): URL {
  const url = URL.parse(text)
  if (url === null) throw new OutboundRefused('must be a URL')
  const fault = findFault(url, exempt)
  if (fault !== null) throw new OutboundRefused(fault)
  return url
}

// The check sees the host as the URL parser writes it, without octal, hexadecimal, short and full-width forms.
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
