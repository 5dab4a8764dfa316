import type { Configured } from '../../deps.ts'
import { insertVenueGraduation, listVenueGraduations } from './successor-store.ts'

const batchSize = 100

/** Records when launchpads graduated launched tokens, by the times of the blocks. The rest waits for the next run. */
export async function recordVenueGraduations(
  { db, clock, proofSources: { creations } }: Configured<'proofSources'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { block, ...graduation } of await listVenueGraduations(db, batchSize)) {
    const graduatedAt = await creations.minedAt(block, signal)
    if (graduatedAt) await insertVenueGraduation(db, { ...graduation, graduatedAt, recordedAt: clock.now() })
  }
}
