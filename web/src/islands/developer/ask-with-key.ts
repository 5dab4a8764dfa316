import { withWait } from '../../browser/with-wait.ts'
import { developerWords as t } from '../../words/developer.ts'

/** The response to a request, or why there is none. */
export type Asked<T> = { response: T } | { refusal: Refusal }

export interface Refusal {
  /** The key itself is refused. */
  isKey: boolean
  message: string
}

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: object
}

/** Asks the API with the key in the header and nowhere else. */
export async function askWithKey<T>(
  key: string,
  path: string,
  { method = 'GET', body }: Request = {},
): Promise<Asked<T>> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const content = body && { body: JSON.stringify(body) }
  const response = await fetch(path, { method, headers, cache: 'no-store', ...content }).catch(() => null)
  if (!response) return { refusal: { isKey: false, message: t.unreachable } }
  if (response.status === 204) return { response: null as T } // by the contract, there is no body
  const json: unknown = await response.json().catch(() => null)
  if (response.ok && json !== null) return { response: json as T } // by the contract
  const { error } = (json ?? {}) as { error?: { message: string } }
  const message = withWait(
    error?.message ?? t.badStatus(response.status),
    Number(response.headers.get('retry-after') ?? 0),
  )
  return { refusal: { isKey: response.status === 401, message } }
}

/** The form of keys, so that nothing else is ever sent as one. */
export const isKeyForm = (text: string): boolean => /^lsc_(live|test)_[A-Za-z0-9_-]{48}$/.test(text)
