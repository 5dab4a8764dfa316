/** What became of a question: the answer, or why there is none. */
export type Asked<T> = { answer: T } | { refusal: Refusal }

export interface Refusal {
  kind: 'token' | 'not-configured' | 'connection' | 'other'
  /** What to do, in a sentence. */
  message: string
}

/** Asks the service's operator's endpoints; the token goes nowhere but into the header. */
export async function ask<T>(token: string, path: string): Promise<Asked<T>> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`/v1/admin/${path}`, { headers, cache: 'no-store' }).catch(() => null)
  if (!answer) return { refusal: { kind: 'connection', message: 'Look at your connection, then refresh.' } }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok && body !== null) return { answer: body as T } // the contract's answer to a success
  return { refusal: refusalOf(answer, (body as Envelope | null)?.error) }
}

interface Envelope {
  error?: { code: string; message: string }
}

function refusalOf({ status, headers }: Response, error: Envelope['error']): Refusal {
  if (status === 401) return { kind: 'token', message: 'It is not the ADMIN_TOKEN that this service was started with.' }
  if (error?.code === 'not_configured')
    return {
      kind: 'not-configured',
      message: 'Set ADMIN_TOKEN (16 characters or more) in the service’s environment, then start it again.',
    }
  const wait = Number(headers.get('retry-after') ?? 0)
  const patience = wait > 0 ? ` Try again in ${wait} s.` : ''
  return { kind: 'other', message: `${error?.message ?? `The service answered ${status}.`}${patience}` }
}

/** What a header can carry: fetch throws at anything else, without saying so kindly. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)
