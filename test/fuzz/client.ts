import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ServiceResponse } from './check-answer.ts'
import type { Planned } from './requests.ts'

export type Sendable = Pick<Planned, 'method' | 'path' | 'query' | 'headers' | 'body'>
export type Send = (planned: Sendable) => Promise<ServiceResponse | 'unsendable'>

let callers = 0

/** Each request comes from an address of its own, so that only those of `crowded` meet a limit. */
function freshAddress(): string {
  callers += 1
  return `100.${64 + ((callers >> 16) & 63)}.${(callers >> 8) & 255}.${callers & 255}`
}

/** A client on real sockets; Node refuses to send some of what is no HTTP. */
export function openClient(port: number): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send: Send = ({ method, path, query, headers, body }) =>
    new Promise((done, failed) => {
      const all = {
        'x-forwarded-for': freshAddress(),
        ...headers,
        ...(body && { 'content-length': String(body.length) }),
      }
      const target = query === '' ? path : `${path}?${query}`
      try {
        const sent = request({ agent, host: '127.0.0.1', port, method, path: target, headers: all }, (message) => {
          const chunks: Buffer[] = []
          message.on('data', (chunk: Buffer) => chunks.push(chunk))
          message.on('error', failed)
          message.on('end', () =>
            done({
              status: message.statusCode ?? 0,
              headers: message.headers,
              body: unpack(Buffer.concat(chunks), message.headers['content-encoding']).toString(),
            }),
          )
        })
        sent.on('error', failed)
        sent.end(body ?? undefined)
      } catch {
        done('unsendable')
      }
    })
  return { send, close: () => agent.destroy() }
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** A response to HEAD names the coding of a body that it doesn't have. */
const unpack = (bytes: Buffer, coding = 'identity'): Buffer =>
  bytes.length === 0 ? bytes : (decoders[coding]?.(bytes) ?? bytes)
