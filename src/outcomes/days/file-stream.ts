import { Readable, addAbortSignal } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../platform/errors.ts'
import { clientNetwork, clientSite } from '../../platform/network/client-network.ts'

/** The maximal time of one file. A reader that stalls is disconnected then. */
const maxStreamMs = 600_000
/** A reader that takes no part for this long is disconnected while other clients wait. */
const stalledMs = 15_000
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
  /** Since when a part waits for the reader, by `performance.now()`; null: the reader waits for a part. */
  offeredAt: number | null
}

export function createFileStream({ permits, perNetwork }: Permits): StreamFile {
  const sending = new Set<Sent>()
  const makeRoom = (network: string): boolean => {
    if (Array.from(sending).filter((sent) => sent.network === network).length >= perNetwork) return false
    if (sending.size < permits) return true
    const latest = performance.now() - stalledMs
    const stalled = Array.from(sending).find(({ offeredAt }) => offeredAt !== null && offeredAt <= latest)
    if (!stalled) return false
    sending.delete(stalled)
    stalled.stream.destroy(new Error('The reader stalled.'))
    return true
  }
  return ({ request, reply }, parts) => {
    // Its headers are all that a HEAD request gets, so that nothing is read.
    if (request.method === 'HEAD') return reply.send(Readable.from([])) as unknown as string
    const network = clientSite(request.ip) ?? clientNetwork(request.ip)
    if (!makeRoom(network)) throw unavailable('Other files of the record are being sent.', retrySeconds)
    const offered = noteOffers(parts, (isOffered) => (sent.offeredAt = isOffered ? performance.now() : null))
    const stream = addAbortSignal(AbortSignal.timeout(maxStreamMs), Readable.from(offered, { highWaterMark: 1 }))
    const sent: Sent = { network, stream, offeredAt: null }
    sending.add(sent)
    stream.once('close', () => sending.delete(sent))
    // Without its end the response is cut off, which the client sees.
    stream.on('error', () => {})
    return reply.send(stream) as unknown as string
  }
}

/** The parts; `note` is told whether one waits for the reader. */
async function* noteOffers(
  parts: () => AsyncIterable<string>,
  note: (isOffered: boolean) => void,
): AsyncGenerator<string> {
  for await (const part of parts()) {
    note(true)
    yield part
    note(false)
  }
  // The last part may still wait for the reader.
  note(true)
}
