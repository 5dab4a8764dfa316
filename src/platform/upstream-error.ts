/**
 * How a provider failed:
 * `unavailable` (network, 5xx, garbage), `timeout`: retryable, counted by the breaker;
 * `rate_limited`: retryable, and no failure: its calls are all taken;
 * `auth`, `plan`, `chain`: the configuration is wrong, no retry mends it; counted by the breaker, which stays open for longer;
 * `request`: our own request was wrong, or the answer can't be used; neither retried nor counted;
 * `open`: the breaker or the admission queue refused before a call was made.
 */
export type UpstreamFault = 'unavailable' | 'timeout' | 'rate_limited' | 'auth' | 'plan' | 'chain' | 'request' | 'open'

/** The message is ours: no key, no URL, and only a short excerpt of the response. */
export class UpstreamError extends Error {
  readonly provider: string
  readonly fault: UpstreamFault
  /** The wait that the provider, or its open breaker, asks for. */
  readonly retryAfterMs: number | undefined

  constructor(provider: string, fault: UpstreamFault, message: string, retryAfterMs?: number) {
    super(message)
    this.provider = provider
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

export class UpstreamErrorOfRequest extends UpstreamError {}

/** The failures don't count for the breaker. */
export async function asRequestFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new UpstreamErrorOfRequest(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
