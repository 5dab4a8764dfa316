import { type Outbound, OutboundFailed, OutboundRefused } from '../platform/outbound.ts'
import { untilAborted } from '../platform/until-aborted.ts'
import { openDecoder } from './decode-picture.ts'
import { type Images, PictureRefused } from './images.ts'

export interface ImagesOptions {
  outbound: Outbound
  /** For the whole fetch, from the name's resolution to the last byte. */
  timeoutMs?: number
  maxBytes?: number
}

const MIB = 1024 * 1024

// Some hosts refuse requests without a name, and some answer AVIF to whoever doesn't say what it reads.
const HEADERS = { accept: 'image/png, image/jpeg, image/webp, image/gif', 'user-agent': 'Launchscore' }

/** Pictures over https under the outbound rules: no redirects, at most 5 MiB, 10 s. */
export function openImages({ outbound, timeoutMs = 10_000, maxBytes = 5 * MIB }: ImagesOptions): Images {
  const decode = openDecoder()
  const limits = { timeoutMs, maxBytes }
  return {
    check: (url) => checkUrl(outbound, url),
    take: async (url, signal) => {
      const bytes = await download(outbound, { url, signal, ...limits })
      return untilAborted(signal, () => decode(bytes))
    },
  }
}

function checkUrl(outbound: Outbound, url: string): void {
  try {
    outbound.check(url)
  } catch (error) {
    throw error instanceof OutboundRefused ? new PictureRefused(error.message) : error
  }
}

interface Download {
  url: string
  signal: AbortSignal
  timeoutMs: number
  maxBytes: number
}

async function download(outbound: Outbound, { url, signal, timeoutMs, maxBytes }: Download): Promise<Buffer> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const asked = outbound.request(url, { method: 'GET', headers: HEADERS, maxBytes, onTooLarge: 'refuse', signal: both })
  const { status, body } = await asked.catch((error: unknown) => {
    signal.throwIfAborted()
    throw refusalOf(error, { timeoutMs, maxBytes })
  })
  if (status !== 200) throw new PictureRefused(`must answer 200, not ${status}`)
  return body
}

function refusalOf(error: unknown, { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number }): unknown {
  if (error instanceof OutboundRefused) return new PictureRefused(error.message)
  if (!(error instanceof OutboundFailed)) return error
  if (error.reason === 'timeout') return new PictureRefused(`must answer within ${timeoutMs / 1000} seconds`)
  if (error.reason === 'too_large') return new PictureRefused(`must not be larger than ${maxBytes / MIB} MiB`)
  return new PictureRefused(error.message)
}
