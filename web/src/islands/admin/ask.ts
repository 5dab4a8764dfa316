import { withWait } from '../../browser/with-wait.ts'
/** What became of a question: the answer, or why there is none. */
export type Asked<T> = { response: T } | { refusal: Refusal }

export interface Refusal {
  kind: 'token' | 'not-configured' | 'connection' | 'other'
  /** What to do, in a sentence. */
  message: string
}

/** Asks the service's operator's endpoints; the token goes nowhere but into the header. */
export const ask = <T>(token: string, path: string): Promise<Asked<T>> => send(token, path, {})

/** Sends a change to one of the operator's endpoints. */
export const tell = <T>(token: string, path: string, body: object): Promise<Asked<T>> =>
  send(token, path, { method: 'POST', body: JSON.stringify(body) })

async function send<T>(token: string, path: string, given: { method?: string; body?: string }): Promise<Asked<T>> {
  const headers = { authorization: `Bearer ${token}`, ...(given.body && { 'content-type': 'application/json' }) }
  const response = await fetch(`/v1/admin/${path}`, { ...given, headers, cache: 'no-store' }).catch(() => null)
  if (!response) return { refusal: { kind: 'connection', message: 'Check your connection, then refresh.' } }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return { response: body as T } // the contract's answer to a success
  return { refusal: toRefusal(response, (body as Envelope | null)?.error) }
}

interface Envelope {
  error?: { code: string; message: string }
}

function toRefusal({ status, headers }: Response, error: Envelope['error']): Refusal {
  if (status === 401) return { kind: 'token', message: 'It is not the ADMIN_TOKEN that this service was started with.' }
  if (error?.code === 'not_configured')
    return {
      kind: 'not-configured',
      message: 'Set ADMIN_TOKEN (16 characters or more) in the service’s environment, then start it again.',
    }
  const message = error?.message ?? `The service responded with HTTP ${status}.`
  return { kind: 'other', message: withWait(message, Number(headers.get('retry-after') ?? 0)) }
}

/** What a header can carry: fetch throws at anything else, without saying so kindly. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)
