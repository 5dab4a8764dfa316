import { isAddressEqual, recoverTypedDataAddress } from 'viem/utils'
import type { ScoreResult } from '../scoring/schemas.ts'
import { type Check, failed, ok } from './check.ts'
import { type ReceiptPlace, receiptOf } from './receipt.ts'

type Hex = `0x${string}`

/** Whether a receipt's signature is over this very score, and by whom. Asks nobody: browsers run it too. */
export async function checkReceipt(
  score: ScoreResult,
  { signature, place, signer }: { signature: Hex; place: ReceiptPlace; signer: Hex },
): Promise<Check> {
  try {
    const actual = await recoverTypedDataAddress({ ...receiptOf(score, place), signature })
    if (isAddressEqual(actual, signer)) return ok('receipt', `${signer} signed for this ${score.confidence} record`)
  } catch {
    // no signature at all
  }
  return failed('receipt', `the signature over this record is not by ${signer}`)
}
