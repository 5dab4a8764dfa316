import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { DeliveryFormat } from '../../contract/schemas/delivery.ts'
import type { Feed, WebhookSubscription } from '../../contract/schemas/webhook.ts'
import { toPrintable } from '../../contract/text.ts'
import { UsageError } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { nameFetchFault } from '../platform/outbound/get-json.ts'
import { createFeedClient, type FeedClient, parseServiceUrl, readSecretOption, Refused } from './feed-client.ts'
import {
  createSignedHeaders,
  createStandardHeaders,
  findSecretFault,
  verifyDelivery,
  verifyStandardDelivery,
} from './signing.ts'

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
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdout, 'error')])
  process.stderr.write(
    `Listening on http://127.0.0.1:${listening}/. The service needs OUTBOUND_ALLOW=webhooks=127.0.0.1:${listening}.\n`,
  )
  await ended
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

const everyMs = 2000
const retryMs = 5000

interface Following {
  remote: RemoteFeed
  forwarding: Forwarding | undefined
  isJson: boolean
  signal: AbortSignal
}

/**
 * Prints and forwards new events until the signal, or until nobody reads the output. Resumes after an outage where it
 * stopped.
 */
async function followFeed({ remote, forwarding, isJson, signal }: Following): Promise<void> {
  const { client, subscription } = remote
  const read = (query: Record<string, string>) => client.readFeed(subscription.id, query)
  let { cursor } = await read({ order: 'newest', limit: '1' })
  process.stderr.write(`Reading the events of ${subscription.id} from now on.\n`)
  while (!signal.aborted) {
    const page = await read({ limit: '50', ...(cursor !== null && { cursor }) }).catch(handleFault)
    for (const event of page?.events ?? [])
      if (!(await printDelivery(await forward(event, { forwarding, isJson })))) return
    if (page) cursor = page.cursor
    if (!page || page.nextCursor === null) await wait(page ? everyMs : retryMs, signal)
  }
}

/** A network failure is temporary; a refusal is not. */
function handleFault(error: Error): undefined {
  if (error instanceof Refused) throw error
  if (error.name !== 'AbortError') process.stderr.write(`The events can’t be read: ${error.message}; trying again.\n`)
}

const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {})

async function forward(event: FeedEvent, { forwarding, isJson }: Pick<Following, 'forwarding' | 'isJson'>) {
  const result = forwarding && (await forwardDelivery(forwarding, event))
  return formatDelivery({ at: new Date(), event, target: forwarding?.target, result }, isJson)
}

export interface FeedOptions {
  url?: string
  key?: string
  keyFile?: string
  subscription?: string
}

export interface SecretOptions {
  secret?: string
  secretFile?: string
}

/** The feed of a subscription on a deployment. */
export interface RemoteFeed {
  client: FeedClient
  subscription: WebhookSubscription
}

/** Finds the feed that `--url` and the key name; undefined without `--url`. */
export async function findRemoteFeed(options: FeedOptions, signal: AbortSignal): Promise<RemoteFeed | undefined> {
  if (options.url === undefined) return undefined
  const parsed = parseServiceUrl(options.url)
  const key = await readSecretOption('key', { given: options.key, file: options.keyFile })
  if (key === undefined) throw new UsageError('missing --key-file or --key: an API key of the service')
  const client = createFeedClient({ url: parsed, key, signal })
  return { client, subscription: await client.findSubscription(options.subscription) }
}

/** How to forward to a URL. Without a secret it makes one, and says so. */
export async function readForwarding(
  options: SecretOptions,
  target: string,
  remote: RemoteFeed | undefined,
): Promise<Forwarding> {
  const format = remote?.subscription.format ?? 'default'
  const given = await readSecretOption('secret', { given: options.secret, file: options.secretFile })
  const fault = given !== undefined && format === 'standard-webhooks' ? findSecretFault(given) : null
  if (fault) throw new UsageError(`the secret ${fault}`)
  const forwarding = {
    target: parseTarget(target),
    secret: given ?? createSecret(),
    format,
    serviceName: (await remote?.client.getServiceName()) ?? 'Launchscore',
  } satisfies { format: DeliveryFormat } & Forwarding
  if (given === undefined)
    process.stderr.write(`No secret was given. Deliveries are signed with ${forwarding.secret}\n`)
  return forwarding
}

const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export interface ReceivedDelivery {
  event: string
  deliveryId: string
  verdict: ReturnType<typeof verifyDelivery>
}

/** Header names depend on the sender's SERVICE_NAME, so they are matched by their endings. */
export function receiveDelivery(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
  now: Date,
): ReceivedDelivery {
  if (headers['webhook-id'] !== undefined) return receiveStandard({ headers, body }, secret, now)
  const toValue = (ending: string) => {
    const [, value] = Object.entries(headers).find(([name]) => name.startsWith('x-') && name.endsWith(ending)) ?? []
    return [value].flat()[0]
  }
  const verdict = verifyDelivery(
    { signature: toValue('-signature'), timestamp: toValue('-timestamp'), body },
    secret,
    now,
  )
  return { event: toValue('-event') ?? '', deliveryId: toValue('-delivery') ?? '', verdict }
}

/** Standard Webhooks has no header for the event; it is in the body. */
function receiveStandard(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
  now: Date,
): ReceivedDelivery {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => [headers[`webhook-${name}`]].flat()[0],
  )
  const verdict = verifyStandardDelivery({ id, timestamp, signature, body }, secret, now)
  return { event: /"event":"([a-z.]{1,64})"/.exec(body.toString())?.[1] ?? '', deliveryId: id ?? '', verdict }
}

interface Forwarding {
  target: URL
  secret: string
  format: DeliveryFormat
  serviceName: string
}

export type FeedEvent = Feed['events'][number]

type Forwarded = { status: number } | { error: string }

const timeoutMs = 10_000

/** Sends an event as the service does: the same body, headers and kind of signature. */
export async function forwardDelivery(forwarding: Forwarding, event: FeedEvent): Promise<Forwarded> {
  try {
    const { status, body } = await fetch(forwarding.target, {
      method: 'POST',
      headers: sign(forwarding, event),
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    return { status }
  } catch (error) {
    return { error: nameFetchFault(error) }
  }
}

function sign({ secret, format, serviceName }: Forwarding, { deliveryId, event, body }: FeedEvent) {
  const at = new Date()
  if (format === 'standard-webhooks')
    return createStandardHeaders({ serviceName, deliveryId, body, secrets: [secret], at })
  return createSignedHeaders({ serviceName, event, deliveryId, body, secret, at })
}

function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError('--forward-to must be an http or https URL')
}

interface Shown {
  at: Date
  event: FeedEvent
  target: URL | undefined
  result: Forwarded | undefined
}

export function formatDelivery(
  { at, event: { event, deliveryId, body }, target, result }: Shown,
  isJson: boolean,
): string {
  if (isJson) return `${JSON.stringify({ at: at.toISOString(), event, deliveryId, ...result, body })}\n`
  const outcome = target && result ? `  ${describe(target, result)}\n` : ''
  return `${toPrintable(`${at.toISOString()}  ${event}  ${deliveryId}`)}\n${outcome}  ${toShown(body)}\n`
}

export const describe = ({ href }: URL, result: Forwarded): string =>
  'status' in result ? `${href} responded ${result.status}` : `${href} did not respond: ${result.error}`

const maxShown = 4000

const toShown = (body: string): string => toPrintable(body.slice(0, maxShown))

/** Returns false when standard output is closed, for example by `head`; commands that print as they go then end. */
function printDelivery(text: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  process.stdout.write(text, (error) => resolve(!error))
  return promise
}
