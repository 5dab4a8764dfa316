import type { Tx } from '../deps.ts'
import type { Call, Fees } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { insertTransaction } from './lane-store.ts'

interface Signing {
  jobId: string
  nonce: number
  call: Call
  fees: Fees
  gas: bigint
  estimatedGas: bigint
}

/** Signs a call for a job's nonce and stores it: nothing is ever sent that isn't committed before (D38). */
export async function signCall({ attester, clock }: Pick<AttestDeps, 'attester' | 'clock'>, tx: Tx, signing: Signing) {
  const { jobId, nonce, call, fees, gas, estimatedGas } = signing
  const { hash, raw } = await attester.signTransaction({ ...call, ...fees, nonce, gas })
  const { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } = fees
  await insertTransaction(tx, { hash, jobId, nonce, raw, gas, estimatedGas, maxFee, tip, signedAt: clock.now() })
}

/** The gas limit: a fifth above the estimate, for what may change until it is mined. */
export const limitOf = (estimatedGas: bigint): bigint => (estimatedGas * 6n) / 5n
