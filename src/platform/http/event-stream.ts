import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { weighNamedType } from './negotiation.ts'

/** The media type of server-sent events. */
export const eventStreamType = 'text/event-stream'

/**
 * Whether the client asks for events: it names their type, and doesn't prefer JSON. Wildcards don't ask, because most clients
 * that can't read a stream send them.
 */
export function acceptsEvents({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean {
  const weight = weighNamedType(accept, eventStreamType)
  return weight > 0 && weight >= weighNamedType(accept, 'application/json')
}

/** The headers of a response with events: proxies must pass each one on at once. */
export const eventStreamHeaders = {
  'content-type': `${eventStreamType}; charset=utf-8`,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** The body of a response with server-sent events. */
export interface EventStream {
  body: Readable
  /** Sends an event with JSON on one line; once the stream has ended, nothing. */
  send: (event: string, json: string) => void
  end: () => void
}

/** Creates a body that sends a comment in each interval, so that nobody between us and the client takes it for dead. */
export function createEventStream({ heartbeatMs }: { heartbeatMs: number }): EventStream {
  const body = new PassThrough()
  const write = (text: string) => {
    if (!body.writableEnded && !body.destroyed) body.write(text)
  }
  const heartbeat = setInterval(() => write(': still working\n\n'), heartbeatMs).unref()
  body.once('close', () => clearInterval(heartbeat))
  return {
    body,
    send: (event, json) => write(`event: ${event}\ndata: ${json}\n\n`),
    end: () => {
      clearInterval(heartbeat)
      body.end()
    },
  }
}
