import { isPublicHost } from '../platform/public-address.ts'

/**
 * Why an address is no call to action, in words that follow the field's name; undefined when it is one. It is kept as
 * it was signed, never rewritten: what two readers could take for two different hosts is refused.
 */
export function ctaUrlFault(url: string): string | undefined {
  if (!url.startsWith('https://')) return 'must start with https://'
  if (!addressCharacters.test(url))
    return 'must hold the characters of an address only: others, and apostrophes, percent-encoded; hosts in punycode'
  const [authority = ''] = url.slice('https://'.length).split(/[/?#]/)
  if (authority.includes('@')) return 'must not hold a user name or password'
  const host = authority.toLowerCase().replace(/:\d*$/, '')
  if (URL.parse(url)?.hostname !== host) return 'must name its host plainly, as browsers show it'
  if (!isPublicHost(host)) return 'must lead to a public host'
  if (characterReference.test(url)) return 'must not hold character references like &amp;'
  return undefined
}

/** RFC 3986's without the apostrophe, which ends an attribute in HTML. */
const addressCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=]|%[0-9A-Fa-f]{2})+$/

const characterReference = /&(?:#\w+|[A-Za-z]\w+);/
