import type { Verification, VerifyOptions } from '../index.d.ts'
import { checkReceipt } from '../../contract/verification/check-receipt.ts'
import { recompute } from '../../contract/verification/recompute.ts'
import { verify } from './verify.ts'

export const verifyScore = (url: string, options: VerifyOptions = {}): Promise<Verification> =>
  verify(url, options, { recompute, checkReceipt })
