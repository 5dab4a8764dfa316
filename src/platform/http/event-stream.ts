import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

/** The media type of server-sent events. */
export const eventStreamType = 'text/event-stream'

/** Whether the client asks for events. */
export const acceptsEvents = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/event-stream\b/i.test(headers.accept ?? '')

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
