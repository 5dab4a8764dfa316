import type { PrivateKeyAccount } from 'viem/accounts'
import type { Ask } from './ask.ts'

/** The submission with its creator's signature, as `POST /v1/score` takes it. */
export async function signSubmission<T extends object>(ask: Ask, submission: T, wallet: PrivateKeyAccount) {
  const { message } = await ask.post<{ message: string }>('/v1/score/message', { submission })
  return { ...submission, creatorSignature: await wallet.signMessage({ message }) }
}
