import type { GetJson, JsonAnswer, JsonRequest } from '../platform/get-json.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { SendFailed } from './transport.ts'

const shortestRestMs = 1_000

/** Posts JSON and gives the answer when it is a success. `restMsOf` reads how long a refusal asks to wait. Throws `SendFailed`. */
export async function postJson(
  getJson: GetJson,
  { request, restMsOf }: { request: JsonRequest; restMsOf: (answer: JsonAnswer) => number | undefined },
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const answer = await getJson(request, signal).catch((error: unknown) => {
    throw error instanceof UpstreamError ? new SendFailed(error.fault) : error
  })
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  if (status === 429) throw new SendFailed('http_429', { isForAll: true, retryAfterMs: restOf(restMsOf(answer)) })
  throw new SendFailed(`http_${status}`, { isFinal: !isPassing(status), retryAfterMs: restMsOf(answer) })
}

const restOf = (askedMs = 0) => Math.max(shortestRestMs, askedMs)

/** A status that may be another one soon. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 425
