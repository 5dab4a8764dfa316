/**
 * How an outside provider failed:
 * `unavailable` (network, 5xx, garbage), `timeout`, `rate_limited`: retryable, counted by the breaker;
 * `auth`, `plan`, `chain`: the configuration is wrong, no retry mends it, the breaker opens at once;
 * `request`: our own request was wrong, or the answer can't be used; neither retried nor counted;
 * `open`: the breaker or the bulkhead refused before a call was made.
 */
export type UpstreamFault = 'unavailable' | 'timeout' | 'rate_limited' | 'auth' | 'plan' | 'chain' | 'request' | 'open'

/** A provider's fault. The message is ours and holds no key, no URL and no body of theirs beyond a short excerpt. */
export class UpstreamError extends Error {
  /** `model`, `creator`, `risk`, `chain`. */
  readonly provider: string
  readonly fault: UpstreamFault
  /** How long the provider, or its open breaker, asks us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(provider: string, fault: UpstreamFault, message: string, retryAfterMs?: number) {
    super(message)
    this.provider = provider
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

/** The provider is up, and failed at what it was asked for: told and retried as its fault says, but no breaker counts it. */
export class UpstreamErrorOfRequest extends UpstreamError {}

/** Whatever `work` throws as a provider's fault is one of its request. */
export async function blameRequest<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new UpstreamErrorOfRequest(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
