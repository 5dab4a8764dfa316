import { withWait } from '../../browser/with-wait.ts'
import { operatorWords as t } from '../../words/operator.ts'

/** The response to a request, or why there is none. */
export type Asked<T> = { response: T } | { refusal: Refusal }

export interface Refusal {
  kind: 'token' | 'not-configured' | 'connection' | 'other'
  /** The next step, in a sentence. */
  message: string
}

/** Reads one of the operators' routes; the token is in the header and nowhere else. */
export const ask = <T>(token: string, path: string): Promise<Asked<T>> => send(token, path, {})

/** Sends a change to one of the operators' routes. */
export const tell = <T>(token: string, path: string, body: object): Promise<Asked<T>> =>
  send(token, path, { method: 'POST', body: JSON.stringify(body) })

async function send<T>(token: string, path: string, given: { method?: string; body?: string }): Promise<Asked<T>> {
  const headers = { authorization: `Bearer ${token}`, ...(given.body && { 'content-type': 'application/json' }) }
  const response = await fetch(`/v1/admin/${path}`, { ...given, headers, cache: 'no-store' }).catch(() => null)
  if (!response) return { refusal: { kind: 'connection', message: t.unreachable } }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return { response: body as T } // by the contract
  const { error } = (body ?? {}) as Envelope
  return { refusal: given.method ? toSentence(response, error) : toRefusal(response, error) }
}

interface Envelope {
  error?: { code: string; message: string }
}

function toRefusal(response: Response, error: Envelope['error']): Refusal {
  if (response.status === 401) return { kind: 'token', message: t.wrongToken }
  if (error?.code === 'not_configured') return { kind: 'not-configured', message: t.notConfigured }
  return toSentence(response, error)
}

/** A change is refused with the service's own words: a read-only token, too, is a token. */
function toSentence({ status, headers }: Response, error: Envelope['error']): Refusal {
  const message = error?.message ?? t.badStatus(status)
  return { kind: 'other', message: withWait(message, Number(headers.get('retry-after') ?? 0)) }
}

/** `fetch` throws when a header has other characters. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)
