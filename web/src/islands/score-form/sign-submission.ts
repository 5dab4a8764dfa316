import { askService } from '../../browser/ask-service.ts'
import { type Fault, signText, walletFault } from '../wallet/sign.ts'
import type { Connected } from '../wallet/use-wallets.ts'
import { formWords } from '../../words/form.ts'
import { pickWords } from '../../words/language.ts'
import { type Draft, type Faults, toFault, toSubmission } from './submission.ts'

/** The wallet's signature of the submission, or why there is none. */
type Signed = { signature: string } | { message: Fault; faults: Faults }

/** The last signature: an attempt after a lost answer needs no second question. */
let last: { content: string; signature: string } | null = null

/** The opened wallet if the draft names one of its accounts as the creator; null: it can't sign this draft. */
export const findSigner = (opened: Connected | null, draft: Draft): Connected | null =>
  opened?.accounts.includes(draft.creatorAddress.trim().toLowerCase()) ? opened : null

/** Has the creator's wallet sign the service's message for the draft. */
export async function signSubmission(draft: Draft, { wallet }: Connected): Promise<Signed> {
  const submission = toSubmission(draft)
  const content = JSON.stringify(submission)
  if (last?.content === content) return last
  const body = { submission }
  const asked = await askService<{ message: string }>('/v1/score/message', { method: 'POST', body })
  if ('refusal' in asked) {
    const { message, details } = asked.refusal
    if (details.length === 0) return { message: { english: message }, faults: {} }
    const named = details.map(({ path, message }) => [path.replace(/^submission\./, ''), message] as const)
    const faults: Faults = Object.fromEntries(named.map(([path, message]) => [path, toFault(path, message)]))
    return { message: { words: pickWords(formWords).fixFields }, faults }
  }
  const account = draft.creatorAddress.trim().toLowerCase()
  return signText(wallet.provider, account, asked.body.message).then(
    (signature) => (last = { content, signature }),
    (error: unknown) => ({ message: walletFault(error), faults: {} }),
  )
}
