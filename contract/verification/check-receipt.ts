import type { Hex } from 'viem'
import { recoverAddress } from './recover-address.ts'
import { hashFlatTypedData } from './typed-data.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { type Check, failed, ok } from './check.ts'
import { type ReceiptPlace, toReceipt } from './receipt.ts'

export function checkReceipt(
  score: ScoreResult,
  { signature, place, signer }: { signature: Hex; place: ReceiptPlace; signer: Hex },
): Check {
  try {
    const actual = recoverAddress(hashFlatTypedData(toReceipt(score, place)), signature)
    if (actual.toLowerCase() === signer.toLowerCase())
      return ok('receipt', `${signer} signed for this ${score.confidence} record`)
  } catch {
    // malformed signature
  }
  return failed('receipt', `${signer} did not sign this record`)
}
