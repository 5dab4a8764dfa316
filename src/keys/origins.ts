import { isLoopback } from '../platform/client-network.ts'

const maxOrigins = 20
const maxLength = 255

/** Returns the sentence that says what is wrong, or null. */
export function findOriginsFault(origins: readonly string[]): string | null {
  if (origins.length > maxOrigins) return `a key can have at most ${maxOrigins} origins`
  for (const origin of origins) {
    const fault = findOriginFault(origin)
    if (fault) return `--origin ${JSON.stringify(origin)} ${fault}`
  }
  return null
}

/** An origin must be written exactly as browsers send it, because a request's `Origin` is compared as text. */
export function findOriginFault(text: string): string | null {
  const url = text.length <= maxLength ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || !hostName.test(url.hostname))
    return 'must be an origin like https://pad.example'
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must begin with https://, except on this machine'
  return url.origin === text ? null : `must be written ${url.origin}`
}

/** No wildcard and no final dot. */
const hostName = /^(?:\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)$/
