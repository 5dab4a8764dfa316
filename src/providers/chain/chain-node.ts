import type { Hex } from 'viem'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import {
  collectWords,
  findCode,
  isRateLimit,
  isSuccess,
  parseRetryAfterMs,
  refusalByStatus,
} from '../../platform/outbound/http-refusal.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { toFields } from '../../platform/values.ts'

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

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

export const toHexQuantity = (value: bigint): Hex => `0x${value.toString(16)}`

export function parseHex(method: string, response: NodeResponse): Hex {
  if ('error' in response || !isHex(response.result)) throw createUnusableResponseError(method, response)
  return response.result
}

/** 15 hex digits are the maximum of the database's bigint. */
export function parseQuantity(method: string, response: NodeResponse, maxDigits = 15): bigint {
  const hex = parseHex(method, response)
  if (hex.length < 3 || hex.length > 2 + maxDigits) throw createUnusableResponseError(method, response)
  return BigInt(hex)
}

/** The last second that a Date holds. */
const maxSeconds = 8_640_000_000_000n

export function toDate(method: string, seconds: bigint): Date {
  if (seconds > maxSeconds) throw new UpstreamError('chain', 'unavailable', `${method}: an impossible time`)
  return new Date(Number(seconds) * 1000)
}

/** Throws unless the node serves this chain. */
export async function requireChainId(ask: AskNode, chainId: number, signal: AbortSignal): Promise<void> {
  const served = parseQuantity('eth_chainId', await ask('eth_chainId', [], signal))
  if (served !== BigInt(chainId))
    throw new UpstreamError('chain', 'chain', `the node serves chain ${served}, not chain ${chainId}`)
}

/** The same, until it has succeeded once. */
export function requireChainOnce(ask: AskNode, chainId: number): (signal: AbortSignal) => Promise<void> {
  let isChecked = false
  return async (signal) => {
    if (!isChecked) await requireChainId(ask, chainId, signal)
    isChecked = true
  }
}

/** Runs work behind a node's guard, once the node has shown that it serves the chain. */
export function createChainRun(ask: AskNode, { chainId, guard }: { chainId: number; guard: ProviderGuard }) {
  const requireChain = requireChainOnce(ask, chainId)
  return <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
    guard.run(async (signal) => {
      await requireChain(signal)
      return work(signal)
    }, signal)
}

export const createUnusableResponseError = (method: string, response: NodeResponse) =>
  new UpstreamError('chain', 'unavailable', `${method}: ${formatResponse(response)}`)

/** Without the node's own text, which is untrusted. */
export const formatResponse = (response: NodeResponse) =>
  'error' in response ? `error ${response.error.code}` : 'an unknown form'

export const askHead = async (ask: AskNode, signal: AbortSignal): Promise<bigint> =>
  parseQuantity('eth_blockNumber', await ask('eth_blockNumber', [], signal))

/**
 * Whether the contract itself reverted, never ended or flooded the response; then the error is its answer. Nodes agree
 * on neither code nor message.
 */
export const isContractsOwn = ({ code, message }: { code: number; message: string }): boolean =>
  isRevert({ code, message }) || contractWords.test(message)

/** Whether the contract itself reverted. */
export const isRevert = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || code === -32015 || /revert/i.test(message)

const contractWords =
  /out ?of ?gas|opcode|stack ?(?:over|under)flow|stack limit|invalid ?jump|gas uint64 overflow|data out of bounds|out ?of ?offset|init ?code ?size|execution (?:aborted|halted|timeout|timed out)|response (?:is )?too (?:big|large)|response size/i
