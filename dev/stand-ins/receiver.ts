import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type ReceivedDelivery, receiveDelivery } from '../../src/webhooks/listen-command.ts'

/** A delivery as it arrived. */
export interface Arrived extends ReceivedDelivery {
  path: string
  headers: IncomingMessage['headers']
  /** The bytes, as text. */
  body: string
  at: Date
}

/** A status, an answer in full, a way to fail, or nothing until the promise says what. */
export type Reaction = number | { status: number; headers?: Record<string, string>; body: string | Buffer } | Fault
type Fault = keyof typeof faults

export interface ReceiverOptions {
  /** The secret that its subscription signs with. */
  secret: string
  /** The answer to a delivery, the `count`th that arrived; 200 when not given. */
  react?: (arrived: Arrived, count: number) => Reaction | Promise<Reaction>
  now?: () => Date
}

export interface Receiver {
  url: string
  /** `host:port` */
  host: string
  arrived: Arrived[]
  /** Resolves when this many have arrived. Rejects after a minute, so that a broken test does not hang. */
  until: (count: number) => Promise<void>
  close: () => Promise<void>
}

const maxWaitMs = 60_000

/** A receiver of webhooks on a free port of this machine; it verifies what comes, and answers 401 to what isn't good. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { secret, react = () => 200, now = () => new Date() } = options
  const arrived: Arrived[] = []
  const waiting = new Set<() => void>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url: path = '' } = request
    const body = await buffer(request)
    const delivery = receiveDelivery({ headers, body }, secret, now())
    const one = { ...delivery, path, headers, body: body.toString(), at: now() }
    arrived.push(one)
    for (const check of waiting) check()
    answer(response, delivery.verdict === 'good' ? await react(one, arrived.length) : 401)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so this is no path
  const until = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`${arrived.length} of ${count} deliveries arrived within ${maxWaitMs} ms.`))
      const timer = setTimeout(fail, maxWaitMs)
      const check = () => {
        if (arrived.length < count) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, arrived, until, close }
}

function answer(response: ServerResponse, reaction: Reaction): void {
  if (typeof reaction === 'string') return faults[reaction](response)
  if (typeof reaction === 'number') return void response.writeHead(reaction).end()
  response.writeHead(reaction.status, reaction.headers).end(reaction.body)
}

const faults = {
  /** Never answers. */
  hang: () => {},
  /** 200 at once, then a byte now and then. */
  drip: (response: ServerResponse) => {
    response.writeHead(200).flushHeaders()
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  /** 200 at once, then bytes without end. */
  flood: (response: ServerResponse) => {
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', pour)
    response.writeHead(200)
    pour()
  },
  /** The connection is cut instead of an answer. */
  cut: (response: ServerResponse) => void response.socket?.destroy(),
  /** No HTTP at all. */
  garbage: (response: ServerResponse) => void response.socket?.end('220 mail.example ESMTP\r\n'),
}
