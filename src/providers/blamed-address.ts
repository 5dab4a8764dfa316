import { UpstreamError, UpstreamErrorOfRequest } from '../platform/upstream-error.ts'

/** The provider blames the address that it was asked about. */
export class BlamedAddress extends UpstreamErrorOfRequest {}

/**
 * Asks once more when the provider blames the address. If it blames it again, but not one of our own, the address is to blame
 * (D102), and `BlamedAddress` is thrown; else the fault is the provider's.
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
