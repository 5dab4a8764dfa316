import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Feed, WebhookSubscription } from '../../contract/schemas/webhook.ts'
import { UsageError } from '../platform/cli/command.ts'
import { nameFetchFault } from '../platform/outbound/get-json.ts'

export interface FeedClient {
  findSubscription: (id: string | undefined) => Promise<WebhookSubscription>
  getServiceName: () => Promise<string>
  readFeed: (subscriptionId: string, query: Record<string, string>) => Promise<Feed>
}

interface Connection {
  url: URL
  key: string
  /** Aborts a request and the wait before a retry. */
  signal: AbortSignal
}

/** A key must not travel in clear text, so only this machine may be addressed by http. */
export function parseServiceUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url !== undefined && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw new UsageError('--url must be an https URL, or an http URL of this machine')
}

export function createFeedClient(connection: Connection): FeedClient {
  const get = (path: string) => getJson(connection, path)
  return {
    findSubscription: async (id) => {
      if (id !== undefined) return (await get(`/v1/webhooks/${encodeURIComponent(id)}`)) as WebhookSubscription
      const { webhooks } = (await get('/v1/webhooks?limit=50')) as { webhooks: WebhookSubscription[] }
      const [only, ...others] = webhooks
      if (!only) throw new Error('This API key has no subscription. Create one with POST /v1/webhooks.')
      if (others.length === 0) return only
      throw new UsageError(`--subscription must be one of ${webhooks.map((one) => one.id).join(', ')}`)
    },
    getServiceName: async () => {
      const { info } = (await get('/api/v1/openapi.json')) as { info: { title: string } }
      return info.title
    },
    readFeed: async (subscriptionId, query) => {
      const path = `/v1/webhooks/${encodeURIComponent(subscriptionId)}/events?${new URLSearchParams(query).toString()}`
      return (await get(path)) as Feed
    },
  }
}

const timeoutMs = 15_000
const maxRetries = 3
const defaultWaitSeconds = 5
const maxWaitSeconds = 60
const retryableStatuses = [429, 502, 503, 504]

/** Retries a few times while the service is busy. Throws with a message for any other refusal. */
async function getJson(connection: Connection, path: string): Promise<unknown> {
  for (let retriesLeft = maxRetries; ; retriesLeft -= 1) {
    const response = await fetchFrom(connection, path)
    if (response.ok) return response.json()
    const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null
    const reason = `The service responded with ${response.status}: ${body?.error?.message ?? 'no reason given'}`
    if (!retryableStatuses.includes(response.status)) throw new Refused(reason)
    if (retriesLeft === 0) throw new Error(reason)
    const seconds = getWaitSeconds(response.headers.get('retry-after'))
    process.stderr.write(`${reason}\nTrying again in ${seconds} s.\n`)
    await pause(seconds * 1000, undefined, { signal: connection.signal })
  }
}

function fetchFrom({ url, key, signal }: Connection, path: string): Promise<Response> {
  return fetch(new URL(path, url), {
    headers: { authorization: `Bearer ${key}` },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new Error(`the service at ${url.origin} could not be reached: ${nameFetchFault(error)}`, { cause: error })
  })
}

function getWaitSeconds(retryAfter: string | null): number {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? NaN : Number(retryAfter)
  return seconds >= 0 ? Math.min(seconds, maxWaitSeconds) : defaultWaitSeconds
}

export class Refused extends Error {}

/**
 * Reads `--name`, or the file of `--name-file` (`-`: standard input). A file keeps a secret out of the process list and
 * the shell's history.
 */
export async function readSecretOption(
  name: 'secret' | 'key',
  { given, file }: { given: string | undefined; file: string | undefined },
): Promise<string | undefined> {
  if (given !== undefined && file !== undefined)
    throw new UsageError(`--${name} and --${name}-file can’t be used together`)
  const value = file === undefined ? given : await readLine(file, name)
  return value === '' ? undefined : value
}

async function readLine(file: string, name: string): Promise<string> {
  const read = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const content = await read.catch(() => {
    throw new UsageError(`--${name}-file can’t be read`)
  })
  const line = content.replace(/\r?\n$/, '')
  if (line === '') throw new UsageError(`--${name}-file is empty`)
  return line
}
