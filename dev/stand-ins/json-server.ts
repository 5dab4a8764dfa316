import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** One request as it arrived. */
export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}

/** A body that is a string goes out as it is, anything else as JSON. */
export interface StandInResponse {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** Ways in which the wire itself fails. */
export type WireFault = keyof typeof wireFaults

export interface StandIn {
  /** The value for the provider's URL setting. */
  url: string
  /** Every request so far, those with a fault included. */
  requests: Asked[]
  close: () => Promise<void>
}

/** A server on a free port of this machine that answers, late or badly when told to. */
export async function startJsonServer({
  path,
  respond,
  delayMs = 0,
}: {
  path: string
  respond: (asked: Asked, count: number) => StandInResponse | WireFault | Promise<StandInResponse>
  delayMs?: number
}): Promise<StandIn> {
  const requests: Asked[] = []
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const asked = await readRequest(incoming)
    requests.push(asked)
    const given = await respond(asked, requests.length)
    if (delayMs > 0) await pause(delayMs)
    if (typeof given === 'string') wireFaults[given](response)
    else send(response, given)
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${getPort(server.address())}${path}`, requests, close }
}

/** `address()` of a server that listens on a port is an object. */
const getPort = (address: AddressInfo | string | null): number => (address as AddressInfo).port

async function readRequest(incoming: IncomingMessage): Promise<Asked> {
  const url = new URL(incoming.url ?? '/', 'http://stand-in')
  const query = Object.fromEntries(url.searchParams)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks).toString()
  return { method: incoming.method ?? 'GET', path: url.pathname, query, headers: incoming.headers, body }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: StandInResponse): void {
  const isText = typeof body === 'string'
  const contentType = isText ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': contentType, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

const wireFaults = {
  hang: () => {},
  drip: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const dripping = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(dripping))
  },
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write('{"status":"1","code":1,"result":[', () => response.destroy())
  },
  'cut json': (response: ServerResponse) => send(response, { body: '{"status":"1","code":1,"result":[{"from":' }),
  reset: (response: ServerResponse) => {
    response.socket?.resetAndDestroy()
  },
  redirect: (response: ServerResponse) =>
    send(response, { status: 302, headers: { location: '/elsewhere' }, body: { moved: true } }),
  'html 502': (response: ServerResponse) => send(response, { status: 502, body: '<h1>Bad Gateway</h1>' }),
  'html 200': (response: ServerResponse) => send(response, { body: '<h1>Welcome</h1>' }),
  'too large': (response: ServerResponse) => send(response, { body: { result: 'x'.repeat(8_100_000) } }),
}
