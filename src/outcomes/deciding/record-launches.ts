import type { Deps } from '../../deps.ts'
import { countEarlierScores } from './count-earlier-scores.ts'
import { insertLaunch, insertStarts, listUnrecorded } from './store.ts'

type RecordDeps = Pick<Deps, 'db' | 'clock'>

const batchSize = 200

/** Records new proven bindings, and when they began to trade. */
export async function recordLaunches({ db, clock }: RecordDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const unrecorded = await listUnrecorded(db, batchSize)
    for (const launch of unrecorded) {
      if (signal.aborted) return
      const earlierScores = await countEarlierScores(db, launch)
      await insertLaunch(db, { bindingId: launch.bindingId, earlierScores, recordedAt: clock.now() })
    }
    if (unrecorded.length < batchSize) break
  }
  await insertStarts(db, clock.now())
}
