import { type ApiRequest, askApi, type Asked as ApiAsked } from '../../browser/ask-api.ts'
import { operatorWords as t } from '../../words/operator.ts'

export type Asked<T> = ApiAsked<T, Refusal>

export interface Refusal {
  kind: 'token' | 'not-configured' | 'connection' | 'other'
  /** The next step, in a sentence. */
  message: string
}

/** Reads one of the operators' routes. */
export async function ask<T>(token: string, path: string): Promise<Asked<T>> {
  const asked = await send<T>(token, path, {})
  if ('response' in asked) return asked
  const { status, code } = asked.refusal
  if (status === 401) return { refusal: { kind: 'token', message: t.wrongToken } }
  if (code === 'not_configured') return { refusal: { kind: 'not-configured', message: t.notConfigured } }
  return { refusal: toSentence(asked.refusal) }
}

/** Sends a change to one of the operators' routes. It is refused with the service's own words: a read-only token, too, is a token. */
export async function tell<T>(token: string, path: string, body: object): Promise<Asked<T>> {
  const asked = await send<T>(token, path, { method: 'POST', body })
  return 'response' in asked ? asked : { refusal: toSentence(asked.refusal) }
}

const send = <T>(token: string, path: string, request: ApiRequest) =>
  askApi<T>(`/v1/admin/${path}`, { ...request, token }, t)

const toSentence = ({ status, message }: { status: number | null; message: string }): Refusal => ({
  kind: status === null ? 'connection' : 'other',
  message,
})

/** `fetch` throws when a header has other characters. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)
