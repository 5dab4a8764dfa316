import { UpstreamError, UpstreamErrorOfRequest } from '../platform/upstream-error.ts'

export class BlamedAddress extends UpstreamErrorOfRequest {}

/**
 * Asks again when the provider blames the address. If it blames it twice but accepts one of ours, `BlamedAddress` is
 * thrown (D102); otherwise the fault is the provider's.
 */
export async function confirmBlame<T>(ask: () => Promise<T>, askOwn: () => Promise<unknown>): Promise<T> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BlamedAddress)) throw error
      if (isRepeated) throw await toConfirmed(error, askOwn)
    }
  }
}

async function toConfirmed(error: BlamedAddress, askOwn: () => Promise<unknown>): Promise<UpstreamError> {
  try {
    await askOwn()
    return error
  } catch {
    return new UpstreamError(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
