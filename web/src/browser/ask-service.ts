/** What the service answered, or why it refused. */
export type Answer<T> = { body: T; date: Date } | { refusal: Refusal }

export interface Refusal {
  status: number
  message: string
  /** By field. */
  details: { path: string; message: string }[]
}

/** Asks the service; never throws. */
export async function askService<T>(
  path: string,
  options: { method?: string; body?: object } = {},
): Promise<Answer<T>> {
  const { method = 'GET', body } = options
  const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, { method, cache: 'no-cache', ...content }).catch(() => null)
  if (!answer) return { refusal: { status: 0, message: unreachable, details: [] } }
  const json: unknown = await answer.json().catch(() => null)
  if (answer.ok) return { body: json as T, date: new Date(answer.headers.get('date') ?? Date.now()) } // by the contract
  return { refusal: refusalOf(answer, json as Envelope | null) }
}

const unreachable = 'The service could not be reached. Look at your connection, and try again.'

interface Envelope {
  error?: { message: string; details?: Refusal['details'] }
}

function refusalOf({ status, headers }: Response, json: Envelope | null): Refusal {
  const seconds = Number(headers.get('retry-after') ?? 0)
  const patience = seconds > 0 ? ` Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.` : ''
  const message = `${json?.error?.message ?? `The service answered ${status}.`}${patience}`
  return { status, message, details: json?.error?.details ?? [] }
}
