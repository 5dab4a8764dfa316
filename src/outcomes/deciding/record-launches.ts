import type { Deps } from '../../deps.ts'
import { countEarlierScores } from './count-earlier-scores.ts'
import { listPages, tryEachRow } from '../../database/for-each-row.ts'
import { nilUuid } from '../../../contract/uuid.ts'
import { type Unrecorded, insertLaunch, insertStarts, listUnrecorded } from './store.ts'

const batchSize = 200

/** Records new proven bindings, and when they began to trade. Returns the faults of those that failed for themselves. */
export async function recordLaunches({ db, clock, log }: Deps, signal: AbortSignal): Promise<unknown[]> {
  const record = async (launch: Unrecorded) => {
    const earlierScores = await countEarlierScores(db, launch)
    await insertLaunch(db, { bindingId: launch.bindingId, earlierScores, recordedAt: clock.now() })
  }
  const rows = listPages<Unrecorded>((last) =>
    listUnrecorded(db, { after: last?.bindingId ?? nilUuid, limit: batchSize }),
  )
  const faults = await tryEachRow({ rows, toId: ({ bindingId }) => bindingId, work: record }, { log, signal })
  if (!signal.aborted) await insertStarts(db, clock.now())
  return faults
}
