import type { Hex } from 'viem'
import { isAddressEqual, recoverTypedDataAddress } from 'viem/utils'
import type { ScoreResult } from '../../scoring/schemas.ts'
import { type Check, failed, ok } from './check.ts'
import { type ReceiptPlace, toReceipt } from '../receipt.ts'

/** Checks that the receipt's signature is over this score and by the expected signer. Browsers run it too. */
export async function checkReceipt(
  score: ScoreResult,
  { signature, place, signer }: { signature: Hex; place: ReceiptPlace; signer: Hex },
): Promise<Check> {
  try {
    const actual = await recoverTypedDataAddress({ ...toReceipt(score, place), signature })
    if (isAddressEqual(actual, signer)) return ok('receipt', `${signer} signed for this ${score.confidence} record`)
  } catch {
    // malformed signature
  }
  return failed('receipt', `${signer} did not sign this record`)
}
