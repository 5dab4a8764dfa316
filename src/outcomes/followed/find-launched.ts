import type { Launched } from '../../../contract/launch-outcome.ts'
import type { Db } from '../../database/db.ts'
import { type BindingRow, findShownBindingOf } from '../binding/store.ts'
import { listHorizons } from './list-horizons.ts'
import { type OutcomeHistory, findOutcomeHistory } from './outcome-history-store.ts'

/** Whether a launch has happened, by the id of its score; null: the chain doesn't show it. */
export async function findLaunched(db: Db, scoreId: string): Promise<Launched | null> {
  const binding = await findShownBindingOf(db, scoreId)
  if (!binding || !isLaunch(binding)) return null
  return toLaunched(binding, await findOutcomeHistory(db, binding.id))
}

/** The launch that a binding shows; null: it shows none. */
export function toLaunched(binding: BindingRow, history: OutcomeHistory): Launched | null {
  if (!isLaunch(binding) || !binding.createdAt) return null
  const outcomes = listHorizons(history).flatMap(({ outcome }) => outcome ?? [])
  return {
    at: binding.createdAt.toISOString(),
    outcome: outcomes.find((outcome) => outcome === 'rugged') ?? outcomes.at(-1) ?? null,
  }
}

/** A binding that doesn't count may be of another token, or of a creator who has signed nothing. */
const isLaunch = ({ state, excluded }: BindingRow) => state === 'proven' && excluded === null
