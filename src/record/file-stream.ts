import { Readable, addAbortSignal } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../platform/errors.ts'
import { clientNetwork, clientSite } from '../platform/client-network.ts'

/** The maximal time of one file. A reader that stalls is disconnected then. */
const maxStreamMs = 600_000
/** In bytes a second. A reader that takes less is disconnected when another client asks for a file. */
const minPace = 64_000
/** The pace is measured over this time, without the time in which the reader waits for the service. */
const windowMs = 15_000
const retrySeconds = 10

/** Sends long files. Throws `unavailable` when too many are being sent. */
type StreamFile = (call: Call, parts: () => AsyncIterable<string>) => string

interface Call {
  request: Pick<FastifyRequest, 'method' | 'ip'>
  reply: Pick<FastifyReply, 'send'>
}

interface Permits {
  /** The maximum number of files that this process sends at once. */
  permits: number
  /** Of those, files of one client network or IPv6 /48: nobody keeps the others out (D82). */
  perNetwork: number
}

interface Sent {
  network: string
  stream: Readable
  pace: Pace
}

export function createFileStream({ permits, perNetwork }: Permits): StreamFile {
  const sending = new Set<Sent>()
  const makeRoom = (network: string): boolean => {
    if (Array.from(sending).filter((sent) => sent.network === network).length >= perNetwork) return false
    if (sending.size < permits) return true
    const slow = Array.from(sending).find(({ pace }) => pace.isSlow())
    if (!slow) return false
    sending.delete(slow)
    slow.stream.destroy(new Error('The reader is too slow.'))
    return true
  }
  return ({ request, reply }, parts) => {
    // Its headers are all that a HEAD request gets, so that nothing is read.
    if (request.method === 'HEAD') return reply.send(Readable.from([])) as unknown as string
    const network = clientSite(request.ip) ?? clientNetwork(request.ip)
    if (!makeRoom(network)) throw unavailable('Other files of the record are being sent.', retrySeconds)
    const pace = createPace()
    const offered = noteOffers(parts, pace)
    const stream = addAbortSignal(AbortSignal.timeout(maxStreamMs), Readable.from(offered, { highWaterMark: 1 }))
    const sent: Sent = { network, stream, pace }
    sending.add(sent)
    stream.once('close', () => sending.delete(sent))
    // Without its end the response is cut off, which the client sees.
    stream.on('error', () => {})
    return reply.send(stream) as unknown as string
  }
}

interface Pace {
  /** A part waits for the reader. */
  offer: () => void
  /** The reader has taken it. */
  take: (bytes: number) => void
  isSlow: () => boolean
}

const isBelowPace = (bytes: number, ms: number): boolean => bytes / ms < minPace / 1000

/** Measures one reader, over one window after the other: a reader that was fast at first must not stall later. */
function createPace(): Pace {
  let offeredAt: number | null = null
  let waitedMs = 0
  let taken = 0
  let wasSlow = false
  return {
    offer: () => (offeredAt = performance.now()),
    take: (bytes) => {
      waitedMs += performance.now() - (offeredAt ?? performance.now())
      offeredAt = null
      taken += bytes
      if (waitedMs < windowMs) return
      wasSlow = isBelowPace(taken, waitedMs)
      waitedMs = 0
      taken = 0
    },
    isSlow: () => {
      const ms = waitedMs + (offeredAt === null ? 0 : performance.now() - offeredAt)
      return ms < windowMs ? wasSlow : isBelowPace(taken, ms)
    },
  }
}

/** The parts. `pace` is told when one waits for the reader, and when the reader has taken it. */
async function* noteOffers(parts: () => AsyncIterable<string>, pace: Pace): AsyncGenerator<string> {
  for await (const part of parts()) {
    pace.offer()
    yield part
    pace.take(Buffer.byteLength(part))
  }
  // The last part may still wait for the reader.
  pace.offer()
}
