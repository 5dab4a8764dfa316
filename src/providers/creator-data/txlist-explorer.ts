import { Type } from 'typebox'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isRateLimit, isSuccess, type Refusal, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { checkValue, toFields } from '../../platform/values.ts'
import { BlamedAddress } from '../provider-calls.ts'

export interface ExplorerOptions {
  url: string
  key: string | null
  /** '': the instance serves one chain. */
  chainParam: string
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
}

export type Query = Record<string, string | number>

/** Each call runs under the guard, and throws `UpstreamError` ('creator') or the signal's reason. */
export interface Explorer {
  tryRows: (query: Query, signal: AbortSignal) => Promise<{ rows: TxlistRow[] } | 'too much'>
  rows: (query: Query, signal: AbortSignal) => Promise<TxlistRow[]>
  count: (query: Query, signal: AbortSignal) => Promise<number>
}

export function createExplorer({ url, key, chainParam, chainId, timeoutMs, guard }: ExplorerOptions): Explorer {
  const getJson = createGetJson({ provider: 'creator', timeoutMs, isTraced: true })
  const fixed = { ...(chainParam && { [chainParam]: chainId }), ...(key && { apikey: key }) }
  const ask = (query: Query, signal: AbortSignal) => getJson({ url: withQuery(url, { ...query, ...fixed }) }, signal)
  return {
    tryRows: (query, signal) =>
      guard.run(async (signal) => {
        const response = readTxlist(await ask(query, signal))
        if (!isRefused(response)) return response
        return response.isTooMuch ? 'too much' : refuse(response, key)
      }, signal),
    rows: (query, signal) =>
      guard.run(async (signal) => {
        const response = readTxlist(await ask(query, signal))
        return isRefused(response) ? refuse(response, key) : response.rows
      }, signal),
    count: (query, signal) =>
      guard.run(async (signal) => {
        const response = readCount(await ask(query, signal))
        return isRefused(response) ? refuse(response, key) : response.count
      }, signal),
  }
}

const isRefused = (response: object): response is TxlistRefusal => 'refusal' in response

function withQuery(base: string, query: Query): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** Withholds the provider's words when they repeat the key. */
function refuse({ refusal, blamesAddress = false }: TxlistRefusal, key: string | null): never {
  const { fault, text, retryAfterMs } = refusal
  const repeatsKey = key !== null && text.toLowerCase().includes(key.toLowerCase())
  const words = repeatsKey ? 'text that repeats the API key' : text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 120)
  const Fault = blamesAddress ? BlamedAddress : UpstreamError
  throw new Fault('creator', fault, `the explorer responded: ${words}`, retryAfterMs)
}

/** null: missing or in an unknown form. Addresses are lower-case. */
export interface TxlistRow {
  /** Accounts that explorers invent for the first block are kept as they are. */
  from: string | null
  /** '': the transaction created a contract. */
  to: string | null
  contractAddress: string | null
  at: number | null
  nonce: number | null
  input: string | null
  hasFailed: boolean | null
}

/** `isTooMuch`: a smaller page may work. */
interface TxlistRefusal {
  refusal: Refusal
  isTooMuch: boolean
  /** Blames the requested address. */
  blamesAddress?: boolean
}

/** The order of the steps matters: a fault must never look like a wallet without transactions. */
export function readTxlist(response: JsonResponse): { rows: TxlistRow[] } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: response.isTooLarge }
  const { status, message, result } = toEnvelope(response.body)
  if (!isSuccess(response)) return refusalByText(toText(message, result), response.status)
  if (status === '1' && Array.isArray(result)) return { rows: result.map(readRow) }
  if (status === '0' && isNone(message, result)) return { rows: [] }
  return refusalByText(toText(message, result), response.status)
}

/** JSON-RPC on success, the `txlist` envelope for limits and keys. */
export function readCount(response: JsonResponse): { count: number } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: false }
  const { message, result, error } = toEnvelope(response.body)
  const isCount = isSuccess(response) && typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result)
  if (isCount) return { count: Number(result) }
  return refusalByText(toText(error ?? message, result), response.status)
}

const Creation = Type.Object({ contractAddress: Type.String(), txHash: Type.String() })

/** An explorer leaves out contracts that it doesn't know. */
export function readCreation(response: JsonResponse, contract: string): { txHash: string | null } | TxlistRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, isTooMuch: false }
  const { status, message, result } = toEnvelope(response.body)
  if (!isSuccess(response)) return refusalByText(toText(message, result), response.status)
  if (status === '0' && isNone(message, result)) return { txHash: null }
  if (status !== '1' || !Array.isArray(result)) return refusalByText(toText(message, result), response.status)
  const rows = result.filter((row) => checkValue(Creation, row))
  const found = rows.find(({ contractAddress }) => contractAddress.toLowerCase() === contract)?.txHash.toLowerCase()
  return { txHash: found !== undefined && /^0x[0-9a-f]{64}$/.test(found) ? found : null }
}

/** Reads columns separately, so that one odd value costs nothing else. */
function readRow(value: unknown): TxlistRow {
  const { from, to, contractAddress, timeStamp, nonce, input, isError, txreceipt_status: receipt } = toFields(value)
  const at = toNumber(timeStamp)
  return {
    from: toAccount(from),
    to: toAccount(to ?? (isAddress(contractAddress) ? '' : null)),
    contractAddress: isAddress(contractAddress) ? contractAddress.toLowerCase() : null,
    at: at !== null && at >= earliest && at <= latest ? at : null,
    nonce: toNumber(nonce),
    input: typeof input === 'string' && input !== '' ? input.toLowerCase() : null,
    hasFailed: toFlag(isError) ?? negate(toFlag(receipt)),
  }
}

/** The year before the oldest known chain's first block, and the year 2100: other values are in another unit. */
const earliest = 1_388_534_400
const latest = 4_102_444_800

/** Explorers write numbers as digits, as numbers or in hex. */
function toNumber(value: unknown): number | null {
  const isText = typeof value === 'string' && /^(?:[0-9]{1,15}|0x[0-9a-f]{1,12})$/i.test(value.trim())
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function toFlag(value: unknown): boolean | null {
  if (value === '1' || value === 1 || value === true || value === '0x1') return true
  return value === '0' || value === 0 || value === false || value === '0x0' ? false : null
}

const negate = (flag: boolean | null): boolean | null => (flag === null ? null : !flag)

const toAccount = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 100 ? value.toLowerCase() : null

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** Words for "there is nothing". */
const isNone = (message: string, result: unknown): boolean =>
  typeof result === 'string'
    ? saysNoneFound(result) && (saysNoneFound(message) || /^(?:NOT)?OK$/i.test(message) || message === '')
    : (result === null || result === undefined || isEmpty(result)) && saysNoneFound(message)

/** A missing key, plan or module is worded alike. */
const saysNoneFound = (text: string): boolean =>
  /^No [a-z ]{0,60}found\b[^:]{0,80}$/i.test(text.trim()) && !/\b(?:key|plan|chain|module|action)\b/i.test(text)

const isEmpty = (result: unknown) => Array.isArray(result) && result.length === 0

interface Envelope {
  /** Some explorers send a number. */
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
    status: typeof status === 'number' ? String(status) : status,
    message: typeof message === 'string' ? message : '',
    result,
    error: typeof words === 'string' ? words : undefined,
  }
}

/** Older explorers put this warning before errors and before valid data. */
const keyWarning = /\b(OK|NOTOK)-Missing\/Invalid API Key, rate limit of \S+ applied/i

const toText = (message: string, result: unknown): string =>
  `${typeof result === 'string' ? result : ''} ${message.replace(keyWarning, '')}`.trim()

function refusalByText(text: string, httpStatus: number): TxlistRefusal {
  const retryAfterMs = /per sec/i.test(text) ? 1100 : undefined
  const fault = isRateLimit({ words: text }) ? 'rate_limited' : byText.find(([pattern]) => pattern.test(text))?.[1]
  const refusal = {
    fault: fault ?? 'unavailable',
    text: text || `HTTP ${httpStatus}, an unknown response`,
    retryAfterMs,
  }
  return { refusal, isTooMuch: tooMuch.test(text), blamesAddress: blamedAddress.test(text) }
}

const tooMuch = /query timeout/i
const blamedAddress = /invalid address/i

/** The first match counts: plans are sold with keys. */
const byText: [RegExp, Refusal['fault']][] = [
  [/free api access|api pro\b|upgrade your api plan/i, 'plan'],
  [/api key/i, 'auth'],
  [/chain_?id/i, 'chain'],
  [/invalid address/i, 'request'],
  [/result window/i, 'request'],
  [/(invalid|unknown) (action|module)|is required$/i, 'request'],
  [/timeout/i, 'unavailable'],
]

export type FindCreationTx = (contract: string, signal: AbortSignal) => Promise<string | null>

/**
 * Only the transaction counts: explorers differ on whether the sender or the factory is the creator. Throws
 * `UpstreamError` ('creator') or the signal's reason.
 */
export function createFindCreationTx({
  url,
  key,
  chainParam,
  chainId,
  timeoutMs,
  guard,
}: ExplorerOptions): FindCreationTx {
  const getJson = createGetJson({ provider: 'creator', timeoutMs, isTraced: true })
  return (contract, signal) =>
    guard.run(async (signal) => {
      const wanted = new URL(url)
      const query = {
        module: 'contract',
        action: 'getcontractcreation',
        contractaddresses: contract,
        ...(chainParam && { [chainParam]: String(chainId) }),
        ...(key && { apikey: key }),
      }
      for (const [name, value] of Object.entries(query)) wanted.searchParams.set(name, value)
      const response = readCreation(await getJson({ url: wanted }, signal), contract)
      if (!('refusal' in response)) return response.txHash
      const { fault, retryAfterMs } = response.refusal
      throw new UpstreamError(
        'creator',
        fault,
        'the explorer refused to return the creation of a contract',
        retryAfterMs,
      )
    }, signal)
}
