/** `proof` relies on no one; `trust`: the text names what it relies on. */
export interface Check {
  name: string
  kind: 'proof' | 'trust'
  outcome: 'ok' | 'failed' | 'skipped'
  text: string
}

export const ok = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'ok', text })
export const failed = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'failed', text })
export const skipped = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'skipped', text })

interface Received {
  status: number
  body: unknown
}

/**
 * undefined if the service has no such thing. Throws for responses that say nothing about the score, such as 429 or
 * 500.
 */
export function takeBody({ status, body }: Received, from: string): unknown {
  if (status === 200) return body
  const { code, message } = readError(body)
  const isPending = status === 202
  if (isPending || status === 404 || code === 'not_configured') return undefined
  throw new Error(`${from} responded with ${status}${message === undefined ? '' : `: ${message}`}`)
}

/** The envelope may be a proxy's; its content only goes into a message. */
const readError = (body: unknown) => (body as { error?: { code?: string; message?: string } } | null)?.error ?? {}
