import { hourMs } from '../../../contract/durations.ts'
import { type Horizon, type Outcome, horizons } from '../rules/outcome-1.0.0.ts'
import type { OutcomeHistory, OutcomeRow } from './outcome-history-store.ts'

/** The outcome of a launch at a horizon. */
interface JudgedHorizon {
  horizon: Horizon
  /** null: not decided yet. */
  decided: OutcomeRow | null
  outcome: Outcome | null
  cause: string | null
  /** When the launch reaches the horizon. */
  dueAt: Date
}

/** The four horizons; none before trading began. A corrected outcome is unknown, as in the figures of the record. */
export function listHorizons({ tradingSince, outcomes, corrections }: OutcomeHistory): JudgedHorizon[] {
  if (!tradingSince) return []
  return (Object.keys(horizons) as Horizon[]).map((horizon) => {
    const decided = outcomes.findLast((row) => row.horizon === horizon) ?? null
    const isCorrected = corrections.some(
      ({ subject }) => subject.startsWith('outcome:') && subject.endsWith(`:${horizon}`),
    )
    const dueAt = new Date(tradingSince.getTime() + horizons[horizon].hours * hourMs)
    if (decided && isCorrected) return { horizon, decided, outcome: 'unknown', cause: 'corrected', dueAt }
    return { horizon, decided, outcome: decided?.outcome ?? null, cause: decided?.cause ?? null, dueAt }
  })
}
