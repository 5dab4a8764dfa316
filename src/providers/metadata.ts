import type { Metrics } from '../platform/metrics.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../platform/outbound/outbound.ts'
import { createAdmissionQueue } from '../platform/queues/admission-queue.ts'
import { openTimeout } from '../platform/resilience/timeouts.ts'
import { inSpan } from '../platform/trace.ts'
import { parseJson, toFields } from '../platform/values.ts'
import { type Gateways, type Target, toTarget } from './images/gateways.ts'
import { requestRedirected } from './images/images-http.ts'
import { ImageRefused } from './images/images.ts'

/** What a metadata document says about a token. Everything is untrusted. */
export interface Metadata {
  description: string | null
  image: string | null
  links: MetadataLink[]
}

export interface MetadataLink {
  url: string
  /** The document calls it the token's website. */
  isWebsite: boolean
}

/** Reads the JSON document at a `data:`, `https:`, `ipfs:` or `ar:` URI. A fault is the document's own. */
export type ReadMetadata = (uri: string, signal: AbortSignal) => Promise<Metadata | { fault: string }>

export const maxMetadataBytes = 65_536
const timeoutMs = 5000

interface Options {
  outbound: Outbound
  gateways: Gateways
  userAgent: string
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
}

/** No redirects except of gateways, at most 64 kB, 5 s. Throws the signal's reason, or `unavailable` when too many wait. */
export function createReadMetadata({ outbound, gateways, userAgent, metrics }: Options): ReadMetadata {
  const downloads = createAdmissionQueue({ name: 'metadata', maxRunning: 16, maxRunningPerNetwork: 4, metrics })
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  const download = async (target: Target, signal: AbortSignal): Promise<string | { fault: string }> => {
    using timeout = openTimeout(timeoutMs, signal)
    const bounds = { maxBytes: maxMetadataBytes, onTooLarge: 'refuse', signal: timeout.signal } as const
    const fetch = () => requestRedirected(outbound, target, { method: 'GET', headers, ...bounds })
    try {
      const { status, body } = await inSpan({ name: 'fetch metadata', kind: 'client' }, fetch)
      return status === 200 ? body.toString() : { fault: `responds with status ${status}` }
    } catch (error) {
      signal.throwIfAborted()
      return { fault: toFault(error) }
    }
  }
  return async (uri, signal) => {
    const inline = readDataUri(uri)
    if (inline !== null) return parseMetadata(inline)
    let target: Target
    try {
      target = toTarget(uri, gateways)
      outbound.check(target.url)
    } catch (error) {
      return { fault: toFault(error) }
    }
    const text = await downloads.run((signal) => download(target, signal), { signal })
    return typeof text === 'string' ? parseMetadata(text) : text
  }
}

function toFault(error: unknown): string {
  if (error instanceof ImageRefused || error instanceof OutboundRefused) return error.message
  if (!(error instanceof OutboundFailed)) throw error
  if (error.reason === 'too_large') return `is larger than ${maxMetadataBytes / 1024} kB`
  return error.reason === 'timeout' ? `doesn’t respond within ${timeoutMs / 1000} seconds` : error.message
}

/** The text in a `data:` URI of JSON, which is empty for other data; null: it is no `data:` URI. */
function readDataUri(uri: string): string | null {
  if (!/^data:/i.test(uri)) return null
  const [, parameters = '', payload = ''] = /^data:application\/json((?:;[\w=.-]+)*),(.*)$/is.exec(uri) ?? []
  if (/;base64$/i.test(parameters)) return Buffer.from(payload, 'base64').toString()
  try {
    return decodeURIComponent(payload)
  } catch {
    return payload // many contracts don't encode the per cent sign
  }
}

export function parseMetadata(text: string): Metadata | { fault: string } {
  const document = text.length <= maxMetadataBytes ? parseJson(text) : undefined
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { fault: 'is no JSON object' }
  const fields = toFields(document)
  const findText = (names: string[]) => names.map((name) => toText(fields[name])).find((text) => text !== null) ?? null
  return {
    description: findText(['description', 'desc']),
    image: findText(['image', 'imageUrl', 'image_url', 'logo']),
    links: [
      ...websiteNames.flatMap((name) => toLinks(fields[name], { isWebsite: true })),
      ...Object.entries(profileNames).flatMap(([base, names]) =>
        names.flatMap((name) => toLinks(toProfile(base, fields[name]))),
      ),
      ...linkNames.flatMap((name) => toLinks(fields[name])),
      ...['socialMediaUrls', 'socials', 'links'].flatMap((name) =>
        listValues(fields[name]).flatMap((one) => toLinks(one)),
      ),
    ].slice(0, maxLinks),
  }
}

const maxLinks = 20
const maxTextLength = 8192

// ERC-7572, then the words of Flap, Four.meme and others.
const websiteNames = ['external_link', 'external_url', 'website', 'webUrl', 'websiteUrl']
const linkNames = ['discord', 'discordUrl', 'farcaster', 'farcasterUrl', 'github', 'githubUrl']
const profileNames = {
  'https://x.com/': ['twitter', 'twitterUrl', 'x'],
  'https://t.me/': ['telegram', 'telegramUrl'],
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength ? value.trim() : null

/** A bare name becomes the URL of the profile. */
function toProfile(base: string, value: unknown): unknown {
  const [, name] = (typeof value === 'string' && /^@?(\w{1,32})$/.exec(value.trim())) || []
  return name === undefined ? value : base + name
}

/** Clanker's lists hold texts, or objects with a `url`. */
function toLinks(value: unknown, { isWebsite = false } = {}): MetadataLink[] {
  const url = toText(typeof value === 'object' ? toFields(value)['url'] : value)
  return url === null ? [] : [{ url, isWebsite }]
}

const listValues = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).slice(0, maxLinks) : []
