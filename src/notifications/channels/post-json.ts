import type { GetJson, JsonResponse, JsonRequest } from '../../platform/outbound/get-json.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { SendFailed } from './channel.ts'

const minPauseMs = 1_000

/** Posts JSON and returns a 2xx response. `parseRetryAfter` reads the wait time of a rejection. Throws `SendFailed`. */
export async function postJson(
  getJson: GetJson,
  {
    request,
    parseRetryAfter,
  }: { request: JsonRequest; parseRetryAfter: (response: JsonResponse) => number | undefined },
  signal: AbortSignal,
): Promise<JsonResponse> {
  const response = await getJson(request, signal).catch((error: unknown) => {
    throw error instanceof UpstreamError ? new SendFailed(error.fault) : error
  })
  const { status } = response
  if (status >= 200 && status < 300) return response
  if (status === 429)
    throw new SendFailed('http_429', { isForAll: true, retryAfterMs: toPauseMs(parseRetryAfter(response)) })
  throw new SendFailed(`http_${status}`, { isFinal: !isTemporary(status), retryAfterMs: parseRetryAfter(response) })
}

const toPauseMs = (askedMs = 0) => Math.max(minPauseMs, askedMs)

/** Whether a retry may get another status. */
export const isTemporary = (status: number): boolean => status >= 500 || status === 408 || status === 425
