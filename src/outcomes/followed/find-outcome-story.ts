import type { Db } from '../../database/db.ts'
import { hourMs } from '../../../contract/durations.ts'
import type { OutcomeStory, ToldState } from '../../../contract/lead.ts'
import { type CurrentState, findCurrentState } from '../../scoring/shown/shown-state-store.ts'
import { findShownBindingOf } from '../binding/store.ts'
import type { Observation } from '../rules/observation.ts'
import { findRug } from '../rules/rug-1.0.0.ts'
import { findOutcomeHistory } from './outcome-history-store.ts'
import { type ObservationRow, listTradingObservations } from './observation-store.ts'

/** A launch has about 150 observations in its 90 days. */
const maxObservations = 400

/** What leads a score now, by its id; undefined: there is no such score. */
export async function findToldState(db: Db, scoreId: string): Promise<ToldState | undefined> {
  const state = await findCurrentState(db, scoreId)
  return state && { ...state, story: await findOutcomeStory(db, scoreId, state) }
}

async function findOutcomeStory(
  db: Db,
  scoreId: string,
  { outcome, outcomeCause: cause }: CurrentState,
): Promise<OutcomeStory | null> {
  if (outcome === null) return null
  const plain = { outcome, cause, removal: null, afterHours: null }
  const binding = await findShownBindingOf(db, scoreId)
  if (!binding?.createdAt) return plain
  const history = await findOutcomeHistory(db, binding.id)
  if (!history.tradingSince) return plain
  const launchedAt = binding.createdAt.getTime()
  const toHours = (at: Date) => (at.getTime() - launchedAt) / hourMs
  if (outcome === 'rugged') {
    const rows = await listTradingObservations(db, binding.id, maxObservations)
    const found = findRemoval(rows, history.tradingSince)
    return found ? { outcome, cause: found.cause, removal: found.removal, afterHours: toHours(found.at) } : plain
  }
  if (outcome === 'graduated')
    return { ...plain, afterHours: history.graduation && toHours(history.graduation.graduatedAt) }
  const decided = history.outcomes.findLast((one) => one.outcome === outcome && one.cause === cause)
  return { ...plain, afterHours: decided?.seenAt ? toHours(decided.seenAt) : null }
}

/** The rug as the rules find it, with the looks between which it happened. */
function findRemoval(rows: ObservationRow[], tradingSince: Date) {
  const observations: Observation[] = rows.map(({ seenAt, ...row }) => ({
    ...row,
    hours: (seenAt.getTime() - tradingSince.getTime()) / hourMs,
  }))
  const rug = findRug(observations)
  const index = rug ? observations.findIndex(({ hours }) => hours === rug.hours) : -1
  const [before, look] = [rows[index - 1], rows[index]]
  if (!rug || !look) return null
  const { removal } = look
  return {
    cause: rug.cause,
    at: look.seenAt,
    removal:
      rug.cause === 'removed' && removal
        ? {
            share: removal.share,
            by: removal.by,
            txHash: removal.txHash,
            from: (before ?? look).seenAt.toISOString(),
            to: look.seenAt.toISOString(),
          }
        : null,
  }
}
