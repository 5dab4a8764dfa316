import { availableParallelism } from 'node:os'
import { unavailable } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  type Outbound,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
  type OutboundResponse,
} from '../../platform/outbound/outbound.ts'
import { type AdmissionQueueOptions, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import { openTimeout } from '../../platform/resilience/timeouts.ts'
import { inSpan } from '../../platform/trace.ts'
import { type Gateways, type Target, toTarget } from './gateways.ts'
import { type Image, ImageRefused, type Images, maxImageMib } from './images.ts'

export interface ImagesOptions {
  outbound: Outbound
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
  userAgent: string
  gateways: Gateways
  timeoutMs?: number
  /** While other networks wait, a fetch is aborted when the host sends neither its head nor 16 kB in this time. */
  stallMs?: number
  maxBytes?: number
}

const mebibyte = 1024 * 1024
const minBytesPerStall = 16_000
const stalledRetrySeconds = 5

// At most 24 × 5 MiB of memory. A network's share suffices for its 60 scorings a minute at once.
const maxDownloads = 24
const maxDownloadsPerNetwork = 4

// Some hosts refuse requests without a user agent, and some send AVIF unless types are listed.
const toHeaders = (userAgent: string) => ({
  accept: 'image/png, image/jpeg, image/webp, image/gif',
  'user-agent': userAgent,
})

/**
 * At most 5 MiB, 10 s from the start of the download, no redirects. Gateways may redirect, because some serve content
 * under a host of its own.
 */
export function createImages({ outbound, metrics, userAgent, gateways, ...rest }: ImagesOptions): Images {
  const headers = toHeaders(userAgent)
  const limits = { timeoutMs: 10_000, stallMs: 3000, maxBytes: maxImageMib * mebibyte, ...rest }
  const decode = createDecoder(metrics)
  const downloads = createAdmissionQueue({
    name: 'downloads',
    maxRunning: maxDownloads,
    maxRunningPerNetwork: maxDownloadsPerNetwork,
    metrics,
  })
  const isEnforced = downloads.isContended
  const toDownload = (uri: string, signal: AbortSignal) => ({
    ...toTarget(uri, gateways),
    headers,
    signal,
    isEnforced,
    ...limits,
  })
  return {
    readFeatures: createFeatureReader(metrics),
    check: (uri) => checkUrl(outbound, toTarget(uri, gateways).url),
    decode,
    shrink: createShrinker(metrics),
    fetch: (url, signal) =>
      // An image counts as running until it is decoded, so that its memory counts.
      downloads.run(async () => decode(await download(outbound, toDownload(url, signal)), signal), { signal }),
  }
}

function checkUrl(outbound: Outbound, url: string): void {
  try {
    outbound.check(url)
  } catch (error) {
    throw error instanceof OutboundRefused ? new ImageRefused(error.message) : error
  }
}

interface Limits {
  timeoutMs: number
  stallMs: number
  maxBytes: number
}

interface Download extends Limits, Target {
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether a stalled download is aborted now. */
  isEnforced: () => boolean
}

async function download(
  outbound: Outbound,
  { url, redirects, headers, signal, isEnforced, ...limits }: Download,
): Promise<Buffer> {
  const { timeoutMs, stallMs, maxBytes } = limits
  using timeout = openTimeout(timeoutMs, signal)
  const stall = { ms: stallMs, minBytes: minBytesPerStall, isEnforced }
  const bounds = { maxBytes, onTooLarge: 'refuse', stall, signal: timeout.signal } as const
  const fetch = () => requestRedirected(outbound, { url, redirects }, { method: 'GET', headers, ...bounds })
  const asked = inSpan({ name: 'fetch image', kind: 'client' }, fetch)
  const { status, body } = await asked.catch((error: unknown) => {
    signal.throwIfAborted()
    throw toRefusal(error, limits)
  })
  if (status !== 200) throw new ImageRefused(`must respond with status 200, not ${status}`)
  return body
}

/** Each redirect must pass the rules for outbound requests, as the first URL does. */
export async function requestRedirected(
  outbound: Outbound,
  { url, redirects }: Target,
  options: OutboundRequest,
): Promise<OutboundResponse> {
  const response = await outbound.request(url, options)
  const location = redirectStatuses.has(response.status) && redirects > 0 ? response.headers['location'] : undefined
  const next = typeof location === 'string' ? URL.parse(location, url) : null
  return next ? requestRedirected(outbound, { url: next.href, redirects: redirects - 1 }, options) : response
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function toRefusal(error: unknown, { timeoutMs, maxBytes }: Limits): unknown {
  if (error instanceof OutboundRefused) return new ImageRefused(error.message)
  if (!(error instanceof OutboundFailed)) return error
  if (error.reason === 'timeout') return new ImageRefused(`must respond within ${timeoutMs / 1000} seconds`)
  if (error.reason === 'stalled')
    return unavailable('The image’s host is too slow, and other downloads are waiting.', stalledRetrySeconds)
  if (error.reason === 'too_large') return new ImageRefused(`must not be larger than ${maxBytes / mebibyte} MiB`)
  return new ImageRefused(error.message)
}

type QueueMetrics = AdmissionQueueOptions['metrics']

/** An image without waiting callers isn't decoded. Throws `ImageRefused` or the signal's reason. */
type DecodeImage = (bytes: Buffer, signal: AbortSignal) => Promise<Image>

// Decoding keeps a core busy: one stays free for reads, and one of libuv's four threads for files and DNS.
const maxDecodes = Math.min(Math.max(availableParallelism() - 1, 1), 3)
const maxThumbnails = 2
const thumbnailTimeoutMs = 10_000

// Loads the image library for the first image.
const loadDecoder = () => import('./decode-image.ts')
const loadShrinker = () => import('./sharp.ts')

/** By their bytes, whatever type they claim. All other decoders of the process are disabled. */
export function createDecoder(metrics: QueueMetrics): DecodeImage {
  const decodes = createAdmissionQueue({ name: 'decodes', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => decodes.run(async () => (await loadDecoder()).decodeImage(bytes, signal), { signal })
}

function createFeatureReader(metrics: QueueMetrics): Images['readFeatures'] {
  const reads = createAdmissionQueue({ name: 'looks', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => reads.run(async () => (await loadDecoder()).readFeatures(bytes), { signal })
}

/** The middle of the image, at `side` pixels or less. Throws `ImageRefused`. */
export function createShrinker(metrics: QueueMetrics): Images['shrink'] {
  const queue = createAdmissionQueue({ name: 'thumbnails', maxRunning: maxThumbnails, metrics })
  return async (bytes, side) => {
    using timeout = openTimeout(thumbnailTimeoutMs)
    return await queue.run(async () => (await loadShrinker()).shrinkImage(bytes, side), { signal: timeout.signal })
  }
}
