import type { Hex } from 'viem'
import type { Configured, Deps } from '../../deps.ts'
import type { Tx } from '../../database/db.ts'
import type { Call, Fees } from '../../providers/chain/attester.ts'
import { insertTransaction } from './nonce-store.ts'

interface Signing {
  nonce: number
  call: Call
  fees: Fees
  gas: bigint
  estimatedGas: bigint
}

export interface SignedCall extends Signing {
  hash: Hex
  raw: Hex
}

/** Must not run inside a database transaction: the signer may be remote. */
export async function signCall(
  { attester }: Configured<'attester'>,
  signing: Signing,
  signal: AbortSignal,
): Promise<SignedCall> {
  const { call, fees, nonce, gas } = signing
  return { ...signing, ...(await attester.signTransaction({ ...call, ...fees, nonce, gas }, signal)) }
}

/** Only committed transactions are ever sent (D38). */
export async function storeSigned({ clock }: Deps, tx: Tx, jobId: string, signed: SignedCall) {
  const { hash, raw, nonce, gas, estimatedGas, fees } = signed
  const { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } = fees
  await insertTransaction(tx, { hash, jobId, nonce, raw, gas, estimatedGas, maxFee, tip, signedAt: clock.now() })
}

/** Contract state may change before the transaction is included. */
export const toGasLimit = (estimatedGas: bigint): bigint => (estimatedGas * 6n) / 5n
