import { signText, walletFault } from '../wallet/sign.ts'
import type { Connected } from '../wallet/use-wallets.ts'
import type { Draft } from './submission.ts'
import { type Refused, askMessage } from './submit.ts'

/** The last signature: an attempt after a lost answer needs no second question. */
let last: { message: string; signature: string } | null = null

/** Has the creator's wallet sign the service's message for the draft. */
export async function signSubmission(
  draft: Draft,
  { wallet }: Connected,
): Promise<{ signature: string } | { refused: Refused }> {
  const asked = await askMessage(draft)
  if ('refused' in asked) return asked
  const { message } = asked
  if (last?.message === message) return last
  const account = draft.creatorAddress.trim().toLowerCase()
  return signText(wallet.provider, account, message).then(
    (signature) => (last = { message, signature }),
    (error: unknown) => ({ refused: { message: walletFault(error), faults: {} } }),
  )
}
