import { dayMs, hourMs } from '../../contract/durations.ts'
import { forEachRow } from '../database/for-each-row.ts'
import type { Deps } from '../deps.ts'
import { deleteTurns } from './turn-store.ts'
import { lockSlot } from '../schedule/store.ts'
import { settleIfEnded } from './settle-if-ended.ts'
import { endAbandonedSend, listAbandonedSends } from './store.ts'

/** By this time every slot has expired. */
const expiredAfterMs = hourMs

/**
 * Ends sends of channels that are no longer configured, an hour after they were due: during a rollout another replica
 * may still send them.
 */
export async function endAbandoned({ db, channels, clock, log }: Deps, signal: AbortSignal): Promise<number> {
  const now = clock.now()
  const due = { before: new Date(now.getTime() - expiredAfterMs), channels: channels.map(({ name }) => name) }
  await deleteTurns(db, new Date(now.getTime() - dayMs), signal)
  const sends = await listAbandonedSends(db, due)
  const end = ({ id, slotId }: (typeof sends)[number]) =>
    db.transaction().execute(async (tx) => {
      await lockSlot(tx, slotId)
      await endAbandonedSend(tx, id, now)
      await settleIfEnded(tx, slotId)
    })
  await forEachRow({ rows: sends, toId: ({ id }) => id, work: end }, { log, signal })
  return sends.length
}
