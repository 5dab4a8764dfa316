import type { Tx } from '../../database/db.ts'
import type { Call, Fees } from '../../providers/chain/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { insertTransaction } from './nonce-store.ts'

interface Signing {
  jobId: string
  nonce: number
  call: Call
  fees: Fees
  gas: bigint
  estimatedGas: bigint
}

/** Signs a call and stores the transaction in `tx`: only committed transactions are ever sent (D38). */
export async function signCall({ attester, clock }: Pick<AttestDeps, 'attester' | 'clock'>, tx: Tx, signing: Signing) {
  const { jobId, nonce, call, fees, gas, estimatedGas } = signing
  const { hash, raw } = await attester.signTransaction({ ...call, ...fees, nonce, gas })
  const { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } = fees
  await insertTransaction(tx, { hash, jobId, nonce, raw, gas, estimatedGas, maxFee, tip, signedAt: clock.now() })
}

/** A gas limit 20% above the estimate: contract state may change before the transaction is included. */
export const toGasLimit = (estimatedGas: bigint): bigint => (estimatedGas * 6n) / 5n
