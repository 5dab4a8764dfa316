/**
 * How a provider failed:
 * `unavailable` (network, 5xx, garbage), `timeout`: retryable, counted by the breaker;
 * `rate_limited`: retryable, and no failure: its calls are all taken;
 * `auth`, `plan`, `chain`: the configuration is wrong, no retry mends it; counted by the breaker, which stays open for longer;
 * `request`: our own request was wrong, or the answer can't be used; neither retried nor counted;
 * `open`: the breaker or the admission queue refused before a call was made.
 */
export type UpstreamFault = 'unavailable' | 'timeout' | 'rate_limited' | 'auth' | 'plan' | 'chain' | 'request' | 'open'

/**
 * A provider's fault. The message is ours: it holds no key and no URL, and only a short excerpt of the provider's response.
 */
export class UpstreamError extends Error {
  /** `model`, `creator`, `risk`, `chain`, `signer`, `market`. */
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

/** The provider is up but failed at this request. The fault is reported and retried as usual; no breaker counts it. */
export class UpstreamErrorOfRequest extends UpstreamError {}

/** Turns a provider's fault that `work` throws into one of its request. */
export async function asRequestFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new UpstreamErrorOfRequest(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
