import { type JsonAnswer, openGetJson } from '../platform/get-json.ts'
import { refusalByStatus } from '../platform/http-refusal.ts'
import { UpstreamError, type UpstreamFault } from '../platform/upstream-error.ts'

/** What a node said: a result, or its own error. Its words may hold anything: they are for judging, not for showing. */
export type NodeAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/** One JSON-RPC call to a node. Throws `UpstreamError` ('chain') when no answer came, or the signal's reason. */
export type AskNode = (method: string, params: unknown[], signal: AbortSignal) => Promise<NodeAnswer>

export function openChainNode({ url, timeoutMs }: { url: string; timeoutMs: number }): AskNode {
  const getJson = openGetJson({ provider: 'chain', timeoutMs, maxBytes: 1_000_000 })
  return async (method, params, signal) => {
    const answer = await getJson({ url: new URL(url), post: { jsonrpc: '2.0', id: 1, method, params } }, signal)
    return readAnswer(method, answer)
  }
}

/** A status of 400 or more with a JSON-RPC error is an answer: some nodes send every error so. */
function readAnswer(method: string, answer: JsonAnswer): NodeAnswer {
  const { result, error } = fieldsOf(answer.body)
  const { code, message, data } = fieldsOf(error)
  const refusal = answer.status >= 500 && typeof code === 'number' ? undefined : refusalByStatus(answer)
  if (refusal) throw new UpstreamError('chain', refusal.fault, `${method}: ${refusal.text}`, refusal.retryAfterMs)
  if (typeof code !== 'number') {
    if (result === undefined || (result === null && !nullable.has(method)))
      throw new UpstreamError('chain', 'unavailable', `${method}: no result`)
    return { result }
  }
  const fault = limitFaults[code]
  if (fault) throw new UpstreamError('chain', fault, `${method}: error ${code}`)
  return { error: { code, message: typeof message === 'string' ? message : '', data } }
}

/** Of these null is an answer: there is no such thing, or not yet. */
const nullable = new Set(['eth_getTransactionReceipt', 'eth_getBlockByNumber'])

const limitFaults: Record<number, UpstreamFault | undefined> = { 429: 'rate_limited', [-32005]: 'rate_limited' }

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
