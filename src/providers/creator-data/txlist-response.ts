import { type Static, Type } from 'typebox'
import { checkValue } from '../../platform/check-value.ts'
import type { JsonResponse } from '../../platform/outbound/get-json.ts'
import { type Refusal, isSuccess, refusalByStatus } from '../../platform/outbound/http-refusal.ts'

const Digits = Type.String({ pattern: '^[0-9]{1,15}$' })
const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** The columns of a transaction that we read. */
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

/** `isTooMuch`: a smaller page may work. */
export interface TxlistRefusal {
  refusal: Refusal
  isTooMuch: boolean
}

/**
 * Interprets a response to `txlist`. The order of the steps matters: a fault must never look like a wallet without
 * transactions.
 */
export function readTxlist(response: JsonResponse): { rows: TxlistRow[] } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: response.isTooLarge }
  const { status, message, result } = toEnvelope(response.body)
  if (!isSuccess(response)) return refusalByText(toText(message, result), response.status)
  if (status === '1' && Array.isArray(result)) return readRows(result)
  if (status === '0' && isEmpty(result) && saysNoneFound(message)) return { rows: [] }
  return refusalByText(toText(message, result), response.status)
}

/** Interprets a response to `eth_getTransactionCount`: JSON-RPC on success, the `txlist` envelope for limits and keys. */
export function readCount(response: JsonResponse): { count: number } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: false }
  const { message, result, error } = toEnvelope(response.body)
  const isCount = isSuccess(response) && typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result)
  if (isCount) return { count: Number(result) }
  return refusalByText(toText(error ?? message, result), response.status)
}

const Creations = Type.Array(Type.Object({ contractAddress: Type.String(), txHash: Type.String() }))

/** Interprets a response to `getcontractcreation`. An explorer leaves out the contracts that it doesn't know. */
export function readCreation(response: JsonResponse, contract: string): { txHash: string | null } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: false }
  const { status, message, result } = toEnvelope(response.body)
  if (!isSuccess(response)) return refusalByText(toText(message, result), response.status)
  if (status === '0' && (result === null || isEmpty(result)) && saysNoneFound(message)) return { txHash: null }
  if (status !== '1' || !checkValue(Creations, result)) return refusalByText(toText(message, result), response.status)
  const found = result.find(({ contractAddress }) => contractAddress.toLowerCase() === contract)?.txHash.toLowerCase()
  return { txHash: found !== undefined && /^0x[0-9a-f]{64}$/.test(found) ? found : null }
}

function readRows(result: unknown[]): { rows: TxlistRow[] } | TxlistRefusal {
  if (checkValue(Rows, result)) return { rows: result }
  return { refusal: { fault: 'unavailable', text: 'rows of an unknown shape' }, isTooMuch: false }
}

/** A missing key is worded alike. */
const saysNoneFound = (message: string): boolean => /^No .*found$/i.test(message) && !/\bkey\b/i.test(message)

const isEmpty = (result: unknown) => Array.isArray(result) && result.length === 0

interface Envelope {
  status: unknown
  message: string
  result: unknown
  /** The message of a JSON-RPC error. */
  error: string | undefined
}

function toEnvelope(body: unknown): Envelope {
  const { status, message, result, error } = toFields(body)
  const words = toFields(error).message
  return {
    status,
    message: typeof message === 'string' ? message : '',
    result,
    error: typeof words === 'string' ? words : undefined,
  }
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Older explorers put this warning before errors of any kind, and before valid data. */
const keyWarning = /\b(OK|NOTOK)-Missing\/Invalid API Key, rate limit of \S+ applied/i

const toText = (message: string, result: unknown): string =>
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

/** The first match counts: "please use API Key for higher rate limit" is a rate limit, and plans are sold with keys. */
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
