import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { LRUCache } from 'lru-cache'
import { UsageError } from '../../platform/cli/command.ts'
import type { CommandOutcome } from '../../platform/cli/control-socket.ts'
import { toPrintable } from '../../../contract/text.ts'
import { receiveDelivery } from '../receive-delivery.ts'
import { followFeed } from './follow-feed.ts'
import { toShown } from './format-delivery.ts'
import { type FeedOptions, type SecretOptions, findRemoteFeed, readForwarding } from './read-forwarding.ts'
import { printDelivery } from './print-delivery.ts'
import { readSecretOption } from './read-secret-option.ts'

/**
 * `launchscore webhooks listen`: a local receiver that verifies and prints deliveries or, with `--url`, a reader of the feed
 * of a deployment that can't reach this machine.
 */
export async function listenCommand(options: ListenOptions, isJson: boolean): Promise<CommandOutcome> {
  if (options.url === undefined) return listenForDeliveries(await readReceiver(options), isJson)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const { signal } = stopping
  await forwardFeed(options, isJson, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return { status: 0, stdout: '', stderr: '' }
}

interface ListenOptions extends FeedOptions, SecretOptions {
  port?: string
  status?: string
  forwardTo?: string
}

async function forwardFeed(options: ListenOptions, isJson: boolean, signal: AbortSignal): Promise<void> {
  const remote = await findRemoteFeed(options, signal)
  const { forwardTo } = options
  const forwarding = forwardTo === undefined ? undefined : await readForwarding(options, forwardTo, remote)
  if (remote) await followFeed({ remote, forwarding, isJson, signal })
}

interface Receiver {
  secret: string
  port: number
  status: number
}

async function readReceiver(options: ListenOptions): Promise<Receiver> {
  const { port = '9000', status = '200' } = options
  const { key, keyFile, subscription, forwardTo } = options
  const ofFeeds = { key, 'key-file': keyFile, subscription, 'forward-to': forwardTo }
  for (const [name, value] of Object.entries(ofFeeds))
    if (value !== undefined) throw new UsageError(`--${name} needs --url`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port must be a port number')
  if (!/^[2-5]\d\d$/.test(status)) throw new UsageError('--status must be a status code from 200 to 599')
  const secret = await readSecretOption('secret', { given: options.secret, file: options.secretFile })
  if (secret === undefined) throw new UsageError('missing --secret-file or --secret: the secret of the subscription')
  return { secret, port: Number(port), status: Number(status) }
}

/** Detects repeated deliveries. */
const keptIds = 1000

async function listenForDeliveries({ secret, port, status }: Receiver, isJson: boolean) {
  const seen = new LRUCache<string, true>({ max: keptIds })
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const body = await readBody(request)
    if (!body) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const at = new Date()
    const { event, deliveryId, verdict } = receiveDelivery({ headers, body }, secret, at)
    const answer = verdict === 'good' ? status : 401
    const received = { at: at.toISOString(), event, deliveryId, isRepeated: seen.has(deliveryId), verdict, answer }
    if (verdict === 'good') seen.set(deliveryId, true)
    const text = isJson ? formatLine({ ...received, body: body.toString() }) : toText(received, body)
    // Without a response, the service sends the delivery again.
    if (await printDelivery(text)) response.writeHead(answer).end()
    else response.destroy()
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: listening } = server.address() as { port: number }
  process.stderr.write(
    `Listening on http://127.0.0.1:${listening}/. The service needs OUTBOUND_ALLOW=webhooks=127.0.0.1:${listening}.\n`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdout, 'error')])
  server.close()
  server.closeAllConnections()
  return { status: 0, stdout: '', stderr: '' }
}

/** Far larger than any delivery; other senders must not fill the memory. */
const maxBodyBytes = 1024 * 1024

/** undefined: the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // Destroying the request would close its connection before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const formatLine = (value: object) => `${JSON.stringify(value)}\n`

const verdicts = {
  good: 'the signature is valid',
  forged: 'INVALID SIGNATURE: made with another secret',
  stale: 'INVALID TIMESTAMP: more than 300 s off',
  unsigned: 'MISSING SIGNATURE',
}

interface Received {
  at: string
  event: string
  deliveryId: string
  isRepeated: boolean
  verdict: keyof typeof verdicts
  answer: number
}

function toText({ at, event, deliveryId, isRepeated, verdict, answer }: Received, body: Buffer): string {
  const head = toPrintable(`${at}  ${event || '?'}  ${deliveryId || '?'}${isRepeated ? '  (repeated)' : ''}`)
  return `${head}\n  ${verdicts[verdict]}; responded ${answer}\n  ${toShown(body.toString())}\n`
}
