import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { weighNamedType } from './negotiation.ts'

export const eventStreamType = 'text/event-stream'

/** Wildcards don't count, because most clients that can't read a stream send them. */
export function acceptsEvents({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean {
  const weight = weighNamedType(accept, eventStreamType)
  return weight > 0 && weight >= weighNamedType(accept, 'application/json')
}

/** Proxies must pass on each event at once. */
export const eventStreamHeaders = {
  'content-type': `${eventStreamType}; charset=utf-8`,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export interface EventStream {
  body: Readable
  /** Sends nothing once the stream has ended. */
  send: (event: string, json: string) => void
  end: () => void
}

/** Sends comments, so that nobody in between considers the connection dead. */
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
