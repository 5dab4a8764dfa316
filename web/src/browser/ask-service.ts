import { withWait } from './with-wait.ts'

/** The response of the service, or the reason why it refused. */
export type ServiceResult<T> = { body: T; date: Date } | { refusal: Refusal }

export interface Refusal {
  status: number
  message: string
  /** By field. */
  details: { path: string; message: string }[]
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
