import type * as contract from '../../../contract/launch-outcome.ts'
import type { TokenBinding } from '../api-shapes.ts'
import type { ToldState } from '../rules.ts'

export type {
  Followed,
  Horizon,
  HorizonOutcome,
  Observation,
  Outcome,
  RecordedLaunch,
} from '../../../contract/launch-outcome.ts'

/** What is known of a score now, beside its record. */
export type PageState = ToldState

export type LaunchOutcome = contract.LaunchOutcome<TokenBinding>
