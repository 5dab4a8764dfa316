import { type JsonResponse, createGetJson } from '../../platform/outbound/get-json.ts'
import { isSuccess, parseRetryAfterMs, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import { collectWords, findCode, isRateLimit } from '../../platform/outbound/rate-limit.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { isRevert } from './contracts-own.ts'
import { toFields } from '../../platform/to-fields.ts'

/** The text is untrusted: interpret it, don't show it. */
export type NodeResponse = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

export type AskNode = (method: string, params: unknown[], signal: AbortSignal) => Promise<NodeResponse>

/** The response exceeded the limit and was not read to its end. */
export class ResponseTooLarge extends UpstreamError {}

interface Options {
  url: string
  timeoutMs: number
  /** 1 MB by default. */
  maxBytes?: number
}

export function createChainNode({ url, timeoutMs, maxBytes = 1_000_000 }: Options): AskNode {
  const getJson = createGetJson({ provider: 'chain', timeoutMs, isTraced: true, maxBytes })
  return async (method, params, signal) => {
    const response = await getJson({ url: new URL(url), post: { jsonrpc: '2.0', id: 1, method, params } }, signal)
    return readResponse(method, response)
  }
}

/** Some nodes send every JSON-RPC error with a status of 400 or more. */
function readResponse(method: string, response: JsonResponse): NodeResponse {
  const { body } = response
  const { result, error } = toFields(Array.isArray(body) ? body[0] : body)
  const code = toCode(findCode(body))
  const refusal = response.status >= 500 && code !== undefined ? undefined : refusalByStatus(response)
  if (refusal) {
    const Fault = response.isTooLarge && refusal.fault === 'request' ? ResponseTooLarge : UpstreamError
    throw new Fault('chain', refusal.fault, `${method}: ${refusal.text}`, refusal.retryAfterMs)
  }
  const message = collectWords(body)
  const hasFailed = code !== undefined && (error !== undefined || result === undefined)
  if (!hasFailed) {
    if (result === undefined && isRateLimit({ words: message })) throw createLimitError(method, response, 'words')
    if (!isSuccess(response)) throw new UpstreamError('chain', 'unavailable', `${method}: HTTP ${response.status}`)
    if (result === undefined || (result === null && !nullable.has(method)))
      throw new UpstreamError('chain', 'unavailable', `${method}: no result`)
    return { result }
  }
  const answer = { code, message, data: toFields(error)['data'] }
  // A contract chooses the words of its revert.
  const isLimited = !isRevert(answer) && isRateLimit({ code, words: message })
  if (isLimited && !isForSmallerPart(method, answer)) throw createLimitError(method, response, `error ${code}`)
  return { error: answer }
}

/** Some gateways write the code as text. */
function toCode(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === 'number' ? number : undefined
}

const createLimitError = (method: string, { headers }: JsonResponse, text: string) =>
  new UpstreamError('chain', 'rate_limited', `${method}: ${text}`, parseRetryAfterMs(headers))

/** null is a valid result of these methods: there is no such thing, or not yet. */
const nullable = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash', 'eth_getBlockByNumber'])

/** Infura sends the code of a rate limit for a list of events that is too long: a smaller range is answered at once. */
const isForSmallerPart = (method: string, error: { message: string }): boolean =>
  method === 'eth_getLogs' && (hasTooManyEvents(error) || partWords.test(error.message))

/** Nodes agree on no code for too many events. */
export const hasTooManyEvents = ({ message }: { message: string }): boolean => eventWords.test(message)

const eventWords =
  /more than [\d,]+ (?:results|logs)|too many (?:results|logs)|max(?:imum)? results|response size|response (?:is )?too (?:big|large)/i
const partWords = /query (?:timeout|duration)|block range/i
