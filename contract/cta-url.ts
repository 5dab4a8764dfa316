import { normaliseText } from './text.ts'
import { isPublicHost } from './public-address.ts'

interface CtaUrl {
  /** As written, which is what the creator signs. */
  text: string
  /** The stored form: as written if ASCII, otherwise as the URL standard writes it. */
  ascii: string
}

/** Returns the fault in words that follow the field's name (D71). Hosts may be internationalised. */
export function parseCtaUrl(value: string): CtaUrl | { fault: string } {
  const result = normaliseText(value, 'line')
  if ('fault' in result) return result
  const { text } = result
  if (!text.startsWith('https://')) return { fault: 'must start with https://' }
  const [authority = ''] = text.slice('https://'.length).split(/[/?#]/)
  if (authority.includes('@')) return { fault: 'must not contain a user name or password' }
  // Browsers end the host at a backslash; other programs don't.
  if (authority.includes('\\')) return { fault: 'must not contain a backslash before its path' }
  const url = authority === '' ? null : URL.parse(text)
  if (!url) return { fault: 'must be a URL with a valid host' }
  if (!isPublicHost(url.hostname)) return { fault: 'must point to a public host' }
  const host = authority.toLowerCase().replace(/:\d*$/, '')
  const ascii = host === url.hostname && urlCharacters.test(text) ? text : url.href
  return ascii.length > maxLength ? { fault: `must have at most ${maxLength} characters in ASCII` } : { text, ascii }
}

const maxLength = 2048

/** RFC 3986 without the apostrophe, which ends an attribute in HTML. */
const urlCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=]|%[0-9A-Fa-f]{2})+$/
