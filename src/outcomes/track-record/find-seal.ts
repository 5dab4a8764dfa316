import { toHex } from 'viem'
import { listStamps } from '../../attestation/publishing/job-store.ts'
import type { Deps } from '../../deps.ts'
import { toDay } from '../../platform/utc-day.ts'
import { type SealedDay, findDay, findLastDay } from '../days/store.ts'

/** A sealed day, as the figures and claims refer to it. */
interface Seal {
  day: string
  digest: string
  /** The transaction that stamped the digest on the chain; null while none did. */
  stampTx: string | null
}

/** Finds the last sealed day, or the day of `at` if it is sealed. */
export async function findSeal(reads: Deps['reads'], at?: Date): Promise<Seal | null> {
  const sealed = at ? await findDay(reads, toDay(at)) : await findLastDay(reads)
  return sealed && toSeal(reads, sealed)
}

async function toSeal(reads: Deps['reads'], { day, digest }: SealedDay): Promise<Seal> {
  const hex = toHex(digest)
  return { day, digest: hex, stampTx: (await listStamps(reads, [hex])).get(hex) ?? null }
}
