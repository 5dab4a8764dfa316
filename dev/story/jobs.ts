import type { Deps } from '../../src/deps.ts'
import { sourcesOf } from '../../src/providers/chain-sources.ts'
import { checkPendingBindings } from '../../src/tokens/check-pending.ts'
import { decideOutcomes } from '../../src/record/decide-outcomes.ts'
import { findLaunches } from '../../src/tokens/find-launches.ts'
import { observeTokens } from '../../src/tokens/observe-tokens.ts'
import { foldSealedDays } from '../../src/record/fold-track-record.ts'

export interface StoryJobs {
  /** Finds launched tokens and proves who made them. */
  find: () => Promise<void>
  /** Observes the tokens; in each new week it also decides outcomes. */
  observe: (hours: number) => Promise<void>
  decide: () => Promise<void>
  /** Seals the days that are over and makes their figures. */
  fold: () => Promise<void>
}

/** The jobs of the record, run when the story wants them. A running service runs them by the clock. */
export function createJobs(deps: Deps, stopped: AbortSignal): StoryJobs {
  const sources = sourcesOf(deps)
  const { proofSources, pools, market } = sources
  if (!proofSources || !pools || !market) throw new Error('the story needs a chain and a market')
  const decide = () => decideOutcomes(deps, stopped)
  const fold = () => foldSealedDays(deps, stopped)
  let last = 0
  return {
    find: async () => {
      await findLaunches({ ...deps, ...sources, proofSources, pools }, stopped)
      await checkPendingBindings({ ...deps, ...sources, proofSources }, stopped)
    },
    observe: async (hours) => {
      await observeTokens({ ...deps, ...sources, market }, stopped)
      if (Math.floor(hours / 168) > Math.floor(last / 168)) await decide()
      last = hours
    },
    decide,
    fold,
  }
}
