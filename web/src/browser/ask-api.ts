import { withWait } from './with-wait.ts'

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

/** Sends a request with a token or a key, which is in the header and nowhere else. */
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
