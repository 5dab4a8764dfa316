import type * as contract from '../launch-outcome.ts'
import type { TokenBinding } from '../schemas/token.ts'
import type { ToldState } from '../lead.ts'

export type { Followed, Horizon, HorizonOutcome, Observation, Outcome, RecordedLaunch } from '../launch-outcome.ts'

/** What is known of a score now, beside its record. */
export type PageState = ToldState

export type LaunchOutcome = contract.LaunchOutcome<TokenBinding>
