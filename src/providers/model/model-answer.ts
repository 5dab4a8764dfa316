import { UpstreamErrorOfRequest } from '../../platform/errors.ts'
import { checkValue } from '../../platform/values.ts'
import { isDecliningReason } from './judge-complaint.ts'
import type { JudgeRequest, JudgeResponse, Spending, Usage } from './model.ts'
import type { WireAnswer, WireUsage } from './wire.ts'

export type Answer =
  { kind: 'response'; response: JudgeResponse } | { kind: 'no call' | 'invalid call' | 'truncated' | 'declined' }

interface Answered {
  name: string
  request: JudgeRequest
  isForced: boolean
  requestId: string | undefined
  latencyMs: number
}

/** Null: the gateway gave an error instead. */
export function readAnswer(
  answer: WireAnswer,
  { name, request, isForced, requestId, latencyMs }: Answered,
): Answer | null {
  const { calls, reason } = answer
  const args = findArguments(request.tool, calls)
  if (args !== undefined) {
    const origin = { resolvedModel: printable(answer.model) || name, requestId: printable(requestId ?? '') || null }
    return { kind: 'response', response: { arguments: args, latencyMs, ...origin, ...toUsage(answer.usage) } }
  }
  if (answer.isRefusal || isDecliningReason(reason)) return { kind: 'declined' }
  if (/context_window|context_length/.test(reason))
    throw new UpstreamErrorOfRequest('model', 'request', 'The request is larger than the context of the model')
  if (/length|max_?(?:output_)?tokens|token_limit/.test(reason)) return { kind: 'truncated' }
  if (reason === 'error' || (calls.length === 0 && isError(answer.error))) return null
  if (/malformed_function|unexpected_tool|malformed_tool/.test(reason)) return { kind: 'invalid call' }
  // A server that answers a forced tool with other tools can't force tools.
  const isCalled = isForced ? calls.some((call) => toToolName(call.name) === request.tool.name) : calls.length > 0
  return { kind: isCalled ? 'invalid call' : 'no call' }
}

const isError = (error: unknown): boolean =>
  typeof error === 'string' ? error !== '' : typeof error === 'object' && error !== null

/** undefined: no valid single call of the tool. */
function findArguments(
  { name, schema, accepts }: JudgeRequest['tool'],
  [first, ...more]: WireAnswer['calls'],
): unknown {
  if (!first || more.length > 0 || toToolName(first.name) !== name) return undefined
  return checkValue(schema, first.arguments) && accepts(first.arguments) ? first.arguments : undefined
}

/** Some models add a namespace before a tool's name, or template tokens after it. */
const toToolName = (called: string): string =>
  called
    .replace(/<\|.*$/s, '')
    .split(/[.:]/)
    .at(-1)
    ?.trim() ?? ''

/** The cost of a response to the model of this name. */
export function toSpending(name: string, { cacheRead, cacheWritten, ...counts }: WireUsage): Spending {
  const usage = toUsage(counts)
  // Cached tokens are part of the input, whatever a provider reports: a negative cost could not be counted.
  const read = Math.min(cacheRead, usage.inputTokens)
  const written = Math.min(cacheWritten, usage.inputTokens - read)
  return { ...usage, cachedTokens: read, savedTokens: countSaved(name, { read, written }) }
}

const toUsage = ({ input, output }: Pick<WireUsage, 'input' | 'output'>): Usage => ({
  inputTokens: input,
  outputTokens: output,
})

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200)

interface CacheRate {
  model: RegExp
  /** As fractions of the price of an input token. */
  read: number
  written: number
}

const rates: CacheRate[] = [
  { model: /^claude-/, read: 0.1, written: 1.25 },
  { model: /^gpt-4o(-|$)/, read: 0.5, written: 1 },
  { model: /^gpt-4\.1(-|$)/, read: 0.25, written: 1 },
  { model: /^gpt-5(\.1)?(-mini|-nano)?(-\d|$)/, read: 0.1, written: 1 },
]

/** 0 without known rates, so that costs are never understated. */
function countSaved(name: string, { read, written }: { read: number; written: number }): number {
  const rate = rates.find(({ model }) => model.test(name)) ?? { read: 1, written: 1 }
  return Math.round(read * (1 - rate.read) - written * (rate.written - 1))
}
