import { withWait } from '../../browser/with-wait.ts'
import type { ScoreResult } from '../../pages.ts'
import { type Draft, type Faults, sentence, toSubmission } from './submission.ts'

/** Where the score is, or what keeps it from being made. */
export type Outcome = { path: string } | { message: string; faults: Faults }

interface Refusal {
  error: { message: string; details?: { path: string; message: string }[] }
}

/** What was sent last without coming to a score: sent again it keeps its key, so that a lost answer makes no second record. */
let pending: { content: string; key: string } | null = null

/** Has a launch scored. */
export async function submit(draft: Draft): Promise<Outcome> {
  const content = JSON.stringify(toSubmission(draft))
  const { key } = (pending = pending?.content === content ? pending : { content, key: randomKey() })
  const response = await fetch('/v1/score', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: content,
  }).catch(() => null)
  if (!response)
    return { message: 'The service could not be reached. Check your connection and try again.', faults: {} }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) return toRefusal(response, body as Refusal | null)
  pending = null
  return { path: `/score/${(body as ScoreResult).id}` } // the contract's answer to a success
}

function toRefusal({ status, headers }: Response, body: Refusal | null): Outcome {
  const details = body?.error.details ?? []
  const faults: Faults = Object.fromEntries(details.map(({ path, message }) => [path, sentence(message)]))
  if (details.length > 0) return { message: 'See what is said beside the fields.', faults }
  const message = body?.error.message ?? `The service responded with HTTP ${status}.`
  return { message: withWait(message, Number(headers.get('retry-after') ?? 0)), faults }
}

/** `randomUUID` is only there on https. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
