import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { startOfDay } from '../platform/utc-day.ts'
import { type GasShare, findExceededShare } from './gas-shares.ts'
import { type GasCharge, sumGasSince, lockDailyGas } from './gas-store.ts'

/** Reserved for an attestation until its call is estimated. */
export const typicalGas = 400_000n

/**
 * Returns the share of the day's gas that an attestation would exceed, or null. Holds the lock until the transaction
 * ends, so that two replicas can't spend the same gas.
 */
export async function checkDailyGas(
  { config, clock }: Deps,
  tx: Tx,
  { charge, gas }: { charge: GasCharge; gas: bigint },
): Promise<GasShare | null> {
  await lockDailyGas(tx)
  const taken = await sumGasSince(tx, startOfDay(clock.now()), charge)
  const ceiling = BigInt(config.chainDailyGas)
  const { isEnrolled } = charge
  return findExceededShare({ ceiling, gas, isEnrolled, isForKeysOnly: config.publishRequires === 'key' }, taken)
}
