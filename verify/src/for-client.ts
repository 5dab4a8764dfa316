import type { Hex } from 'viem'
import type { VerifyScoreOptions } from '../../client/src/verify-score.d.ts'
import type { Verification } from '../index.d.ts'
import { type ReceiptPlace, toReceipt } from '../../contract/verification/receipt.ts'
import { type Check, failed, ok, skipped } from '../../contract/verification/check.ts'
import { recomputeSum } from '../../contract/verification/recompute-sum.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { verify } from './verify.ts'

// The client has room neither for the tables of look-alike letters nor for the curve of the signatures.

/** `verifyScore` of `@launchscore/client`. */
export const verifyScore = (
  url: string,
  { recoverTypedDataAddress: recover, ...options }: VerifyScoreOptions = {},
): Promise<Verification> =>
  verify(url, options, {
    recompute: (recorded) => [...recomputeSum(recorded), skipped('name', elsewhere), skipped('social', elsewhere)],
    checkReceipt: (score, receipt) =>
      recover ? checkReceipt(score, receipt, recover) : skipped('receipt', 'pass recoverTypedDataAddress of viem'),
  })

const elsewhere = 'only the verifier has the rules: verify/ in the source'

async function checkReceipt(
  score: ScoreResult,
  { signature, place, signer }: { signature: Hex; place: ReceiptPlace; signer: Hex },
  recover: NonNullable<VerifyScoreOptions['recoverTypedDataAddress']>,
): Promise<Check> {
  const actual = await recover({ ...toReceipt(score, place), signature }).catch(() => '')
  return actual.toLowerCase() === signer.toLowerCase()
    ? ok('receipt', `${signer} signed for this ${score.confidence} record`)
    : failed('receipt', `${signer} did not sign this record`)
}
