import { createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import { unavailable } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../platform/outbound/outbound.ts'
import { openTimeout } from '../../platform/resilience/open-timeout.ts'
import { inSpan } from '../../platform/tracing/trace.ts'
import { createDecoder, createFeatureReader, createShrinker } from './image-queues.ts'
import { type Images, ImageRefused, maxImageMib } from './images.ts'

export interface ImagesOptions {
  outbound: Outbound
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
  userAgent: string
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

/** No redirects, at most 5 MiB, 10 s from the start of the download. */
export function createImages({ outbound, metrics, userAgent, ...rest }: ImagesOptions): Images {
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
  const toDownload = (url: string, signal: AbortSignal) => ({ url, headers, signal, isEnforced, ...limits })
  return {
    readFeatures: createFeatureReader(metrics),
    check: (url) => checkUrl(outbound, url),
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

interface Download extends Limits {
  headers: Record<string, string>
  url: string
  signal: AbortSignal
  /** Whether a stalled download is aborted now. */
  isEnforced: () => boolean
}

async function download(
  outbound: Outbound,
  { url, headers, signal, isEnforced, ...limits }: Download,
): Promise<Buffer> {
  const { timeoutMs, stallMs, maxBytes } = limits
  using timeout = openTimeout(timeoutMs, signal)
  const stall = { ms: stallMs, minBytes: minBytesPerStall, isEnforced }
  const bounds = { maxBytes, onTooLarge: 'refuse', stall, signal: timeout.signal } as const
  const fetch = () => outbound.request(url, { method: 'GET', headers, ...bounds })
  const asked = inSpan({ name: 'fetch image', kind: 'client' }, fetch)
  const { status, body } = await asked.catch((error: unknown) => {
    signal.throwIfAborted()
    throw toRefusal(error, limits)
  })
  if (status !== 200) throw new ImageRefused(`must respond with status 200, not ${status}`)
  return body
}

function toRefusal(error: unknown, { timeoutMs, maxBytes }: Limits): unknown {
  if (error instanceof OutboundRefused) return new ImageRefused(error.message)
  if (!(error instanceof OutboundFailed)) return error
  if (error.reason === 'timeout') return new ImageRefused(`must respond within ${timeoutMs / 1000} seconds`)
  if (error.reason === 'stalled')
    return unavailable('The image’s host is too slow, and other downloads are waiting.', stalledRetrySeconds)
  if (error.reason === 'too_large') return new ImageRefused(`must not be larger than ${maxBytes / mebibyte} MiB`)
  return new ImageRefused(error.message)
}
