import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { JsonAnswer } from '../platform/get-json.ts'
import { type Refusal, refusalByStatus } from '../platform/http-refusal.ts'

const Digits = Type.String({ pattern: '^[0-9]{1,15}$' })
const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** The columns of a transaction that we read; the others are ignored. */
export const TxlistRow = Type.Object({
  from: Type.String(),
  to: MaybeText,
  contractAddress: MaybeText,
  timeStamp: Digits,
  nonce: Digits,
  input: Type.String(),
  isError: Type.String(),
})
export type TxlistRow = Static<typeof TxlistRow>

const Rows = Type.Array(TxlistRow)

/** `isTooMuch`: a smaller page may be answered. */
export interface TxlistRefusal {
  refusal: Refusal
  isTooMuch: boolean
}

/** What an answer to `txlist` means. The order of the steps matters: a fault must never look like a wallet without transactions. */
export function readTxlist(answer: JsonAnswer): { rows: TxlistRow[] } | TxlistRefusal {
  const refusal = refusalByStatus(answer)
  if (refusal) return { refusal, isTooMuch: answer.isTooLarge }
  const { status, message, result } = envelopeOf(answer.body)
  if (status === '1' && Array.isArray(result)) return readRows(result)
  if (status === '0' && isEmpty(result) && /^No .* found$/i.test(message)) return { rows: [] }
  return refusalByText(textOf(message, result), answer.status)
}

/** What an answer to `eth_getTransactionCount` means: JSON-RPC when it went well, the `txlist` envelope for limits and keys. */
export function readCount(answer: JsonAnswer): { count: number } | TxlistRefusal {
  const refusal = refusalByStatus(answer)
  if (refusal) return { refusal, isTooMuch: false }
  const { message, result, error } = envelopeOf(answer.body)
  if (typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result)) return { count: Number(result) }
  return refusalByText(textOf(error ?? message, result), answer.status)
}

function readRows(result: unknown[]): { rows: TxlistRow[] } | TxlistRefusal {
  if (Check(Rows, result)) return { rows: result }
  return { refusal: { fault: 'unavailable', text: 'rows of an unknown shape' }, isTooMuch: false }
}

const isEmpty = (result: unknown) => Array.isArray(result) && result.length === 0

interface Envelope {
  status: unknown
  message: string
  result: unknown
  /** The words of a JSON-RPC error. */
  error: string | undefined
}

function envelopeOf(body: unknown): Envelope {
  const { status, message, result, error } = fieldsOf(body)
  const words = fieldsOf(error).message
  return {
    status,
    message: typeof message === 'string' ? message : '',
    result,
    error: typeof words === 'string' ? words : undefined,
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Older explorers put this warning before errors of any kind, and before good data. */
const keyWarning = /\b(OK|NOTOK)-Missing\/Invalid API Key, rate limit of \S+ applied/i

const textOf = (message: string, result: unknown): string =>
  `${typeof result === 'string' ? result : ''} ${message.replace(keyWarning, '')}`.trim()

function refusalByText(text: string, httpStatus: number): TxlistRefusal {
  const known = byText.find(([pattern]) => pattern.test(text))
  const retryAfterMs = /per sec/i.test(text) ? 1100 : undefined
  const refusal = {
    fault: known?.[1] ?? 'unavailable',
    text: text || `HTTP ${httpStatus}, nothing known in it`,
    retryAfterMs,
  }
  return { refusal, isTooMuch: tooMuch.test(text) }
}

const tooMuch = /query timeout/i

/** The first that matches: "please use API Key for higher rate limit" is a rate limit, and plans are sold with keys. */
const byText: [RegExp, Refusal['fault']][] = [
  [/rate limit|too many requests/i, 'rate_limited'],
  [/free api access|api pro\b|upgrade your api plan/i, 'plan'],
  [/api key/i, 'auth'],
  [/chain_?id/i, 'chain'],
  [/invalid address/i, 'request'],
  [/result window/i, 'request'],
  [/(invalid|unknown) (action|module)|is required$/i, 'request'],
  [/timeout/i, 'unavailable'],
]
