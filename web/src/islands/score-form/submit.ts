import { randomKey } from '../../browser/random-key.ts'
import { withWait } from '../../browser/with-wait.ts'
import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import { formWords } from '../../words/form.ts'
import { pickWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'
import { type Draft, type Faults, toFault, toSubmission } from './submission.ts'
import { readEvents } from './read-events.ts'

/** Where the score is, or what keeps it from being made. */
export type Outcome = { path: string } | Refused

/** What the service or a wallet refused, and the faults by field. */
export interface Refused {
  message: Fault
  faults: Faults
}

export interface SignalNote {
  signal: string
  score: number
  stub: boolean
}

interface Refusal {
  error: { message: string; details?: { path: string; message: string }[] }
}

/** The last submission without a score: sent again it keeps its key, so that a lost answer makes no second record. */
let pending: { content: string; key: string } | null = null

interface Submitting {
  /** The creator's wallet's; null: the submission goes unsigned. */
  signature: string | null
  signal: AbortSignal
  note: (told: SignalNote) => void
}

/** Has a launch scored, and tells each signal as it arrives. */
export async function submit(draft: Draft, { signature, signal, note }: Submitting): Promise<Outcome> {
  const content = JSON.stringify({ ...toSubmission(draft), ...(signature && { creatorSignature: signature }) })
  const { key } = (pending = pending?.content === content ? pending : { content, key: randomKey() })
  const headers = { accept: 'text/event-stream', 'idempotency-key': key }
  const response = await post('/v1/score', content, { headers, signal })
  if (!response) return unreachable()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return readWhole(response)
  for await (const { event, data } of readEvents(response)) {
    if (event === 'signal') note(data as SignalNote) // by the contract, as below
    if (event === 'score') return toScore(data as ScoreResult)
    if (event === 'error') return toRefusal(data as Refusal, 0)
  }
  return { message: { words: pickWords(formWords).interrupted }, faults: {} }
}

/** The service's message for the submission, to be signed. */
export async function askMessage(draft: Draft): Promise<{ message: string } | { refused: Refused }> {
  const response = await post('/v1/score/message', JSON.stringify({ submission: toSubmission(draft) }))
  if (!response) return { refused: unreachable() }
  const body: unknown = await response.json().catch(() => null)
  return response.ok ? (body as { message: string }) : { refused: readRefusal(response, body) }
}

const post = (path: string, body: string, { headers, signal }: Pick<RequestInit, 'headers' | 'signal'> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    body,
    signal: signal ?? null,
  }).catch(() => null)

const unreachable = (): Refused => ({ message: { words: pickWords(formWords).unreachable }, faults: {} })

async function readWhole(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => null)
  return response.ok ? toScore(body as ScoreResult) : readRefusal(response, body)
}

function readRefusal(response: Response, body: unknown): Refused {
  const refusal = body as Partial<Refusal> | null // a proxy's own error has no envelope
  if (!refusal?.error) return { message: { words: pickWords(formWords).broken(response.status) }, faults: {} }
  return toRefusal({ error: refusal.error }, Number(response.headers.get('retry-after') ?? 0))
}

function toScore({ id }: ScoreResult): Outcome {
  pending = null
  return { path: `/score/${id}?new` }
}

function toRefusal({ error: { message, details = [] } }: Refusal, waitSeconds: number): Refused {
  const faults: Faults = Object.fromEntries(
    details.map(({ path, message }) => {
      const name = path.replace('submission.', '')
      return [name, toFault(name, message)]
    }),
  )
  if (details.length > 0) return { message: { words: pickWords(formWords).fixFields }, faults }
  return { message: { english: withWait(message, waitSeconds) }, faults }
}
