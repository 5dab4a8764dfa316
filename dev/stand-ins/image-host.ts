import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** How a path misbehaves; its image, when it has one, is what is served badly. */
export type HostFault = number | { redirect: string } | keyof typeof faults

export interface ImageHostOptions {
  /** By path, with its leading slash. Any other path without a fault answers 404. */
  images?: Record<string, Buffer>
  port?: number
  faults?: Record<string, HostFault>
  /** PEM texts; the host then speaks https. */
  tls?: { key: string; cert: string }
}

export interface ImageHost {
  url: string
  port: number
  /** Every request so far. */
  requests: IncomingMessage[]
  /** How many connections have come so far. */
  connections: () => number
  close: () => Promise<void>
}

/** A host of images on this machine, on a free port unless one is given. */
export async function startImageHost({
  images = {},
  faults = {},
  tls,
  port: asked = 0,
}: ImageHostOptions): Promise<ImageHost> {
  const requests: IncomingMessage[] = []
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request)
    const path = request.url ?? ''
    answer(response, { image: images[path], fault: faults[path] })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  let connections = 0
  server.on('connection', () => connections++)
  await once(server.listen(asked, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so this is no path
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  return { url, port, requests, connections: () => connections, close }
}

interface Page {
  image: Buffer | undefined
  fault: HostFault | undefined
}

function answer(response: ServerResponse, { image, fault }: Page): void {
  if (typeof fault === 'string') return faults[fault](response, image ?? Buffer.alloc(1000))
  if (typeof fault === 'number') return end(response, { status: fault, body: image })
  if (fault) return end(response, { status: 302, headers: { location: fault.redirect } })
  if (image) return end(response, { status: 200, headers: { 'content-type': 'image/png' }, body: image })
  end(response, { status: 404 })
}

interface Plain {
  status: number
  headers?: Record<string, string>
  body?: Buffer | undefined
}

const end = (response: ServerResponse, { status, headers = {}, body }: Plain): void => {
  response.writeHead(status, { ...headers, 'content-length': body?.length ?? 0 }).end(body)
}

const raw = (response: ServerResponse, headers: string[]) =>
  response.socket?.write(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`)

const faults = {
  /** Never answers. */
  hang: () => {},
  /** The head at once, then a byte every 20 ms. */
  drip: (response: ServerResponse, image: Buffer) => {
    let sent = 0
    response.writeHead(200, { 'content-length': image.length }).flushHeaders()
    const timer = setInterval(() => response.write(image.subarray(sent, ++sent)), 20)
    response.on('close', () => clearInterval(timer))
  },
  /** Ten bytes short of its end the body stops, and the connection stays. */
  stall: (response: ServerResponse, image: Buffer) => {
    response.writeHead(200, { 'content-length': image.length })
    response.write(image.subarray(0, -10))
  },
  /** The connection breaks in the middle of the body. */
  cut: (response: ServerResponse, image: Buffer) => {
    response.writeHead(200, { 'content-length': image.length })
    response.write(image.subarray(0, image.length / 2), () => response.destroy())
  },
  /** The length in the head is twice what comes before a clean end. */
  'promises too much': (response: ServerResponse, image: Buffer) => {
    raw(response, [`content-length: ${image.length * 2}`, 'connection: close'])
    response.socket?.end(image)
  },
  /** The length in the head is half of what comes. */
  'promises too little': (response: ServerResponse, image: Buffer) => {
    raw(response, [`content-length: ${Math.floor(image.length / 2)}`, 'connection: close'])
    response.socket?.end(image)
  },
  /** The head promises a terabyte; no body comes. */
  'promises a terabyte': (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 1e12 }).flushHeaders()
  },
  /** Chunks without end and without a length. */
  flood: (response: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1024)
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', pour)
    response.writeHead(200)
    pour()
  },
  /** No HTTP at all. */
  garbage: (response: ServerResponse) => {
    response.socket?.end('220 mail.example ESMTP\r\n')
  },
}
