import type { Detail } from '../../../contract/schema.ts'
import { formatCount } from '../../../contract/text.ts'

/** The response of the service, or the reason why it refused. */
export type ServiceResult<T> = { body: T; date: Date } | { refusal: Refusal }

export interface Refusal {
  status: number
  message: string
  /** By field. */
  details: Detail[]
}

/** Asks the service; never throws. */
export async function askService<T>(
  path: string,
  options: { method?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<ServiceResult<T>> {
  const { method = 'GET', body } = options
  const headers = { ...(body && { 'content-type': 'application/json' }), ...options.headers }
  const content = { headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(path, { method, cache: 'no-cache', ...content }).catch(() => null)
  if (!response) return { refusal: { status: 0, message: unreachable, details: [] } }
  const json: unknown = await response.json().catch(() => null)
  if (response.ok) return { body: json as T, date: new Date(response.headers.get('date') ?? Date.now()) } // by the contract
  return { refusal: toRefusal(response, json as Envelope | null) }
}

const unreachable = 'The service could not be reached. Check your connection and try again.'

interface Envelope {
  error?: { message: string; details?: Refusal['details'] }
}

function toRefusal({ status, headers }: Response, json: Envelope | null): Refusal {
  const sentence = json?.error?.message ?? `The service responded with HTTP ${status}.`
  const message = withWait(sentence, Number(headers.get('retry-after') ?? 0))
  return { status, message, details: json?.error?.details ?? [] }
}

/** The response to a request, or why there is none. */
export type Asked<T, Refusal = { message: string }> = { response: T } | { refusal: Refusal }

interface ApiRefusal {
  /** Null: the service could not be reached. */
  status: number | null
  /** The error's code; null without an error object. */
  code: string | null
  message: string
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: object
}

interface Words {
  unreachable: string
  badStatus: (status: number) => string
}

/** Sends a request with a token or a key in its header. */
export async function askApi<T>(
  path: string,
  { method = 'GET', body, token }: ApiRequest & { token: string },
  words: Words,
): Promise<Asked<T, ApiRefusal>> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const content = body && { body: JSON.stringify(body) }
  const response = await fetch(path, { method, headers, cache: 'no-store', ...content }).catch(() => null)
  if (!response) return { refusal: { status: null, code: null, message: words.unreachable } }
  const { status } = response
  if (status === 204) return { response: null as T } // by the contract, there is no body
  const json: unknown = await response.json().catch(() => null)
  if (response.ok && json !== null) return { response: json as T } // by the contract
  const { error } = (json ?? {}) as { error?: { code: string; message: string } }
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  const message = withWait(error?.message ?? words.badStatus(status), seconds)
  return { refusal: { status, code: error?.code ?? null, message } }
}

/** Adds when to try again to a message that doesn't say so. */
export function withWait(message: string, seconds: number): string {
  if (seconds <= 0 || saysWhen.test(message)) return message
  return `${message} Try again in ${inWords(seconds)}.`
}

const saysWhen = /try again (in|after|tomorrow)\b/i

function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : inMinutes(Math.ceil(seconds / 60))
  return formatCount(count, unit)
}

const inMinutes = (minutes: number): [number, string] =>
  minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']

/** A random Idempotency-Key. `crypto.randomUUID` exists on https only. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
