import type { Band, WarningCode } from '../schemas/score.ts'
import type { CreatorProfile } from '../schemas/ranking.ts'
import type { Graduates } from '../schemas/track-record.ts'
import type { TokenBinding } from '../schemas/token.ts'
import type { LaunchOutcome } from '../codes.ts'
import type { RecordedLaunch } from '../launch-outcome.ts'
import type { ShownStanding } from '../standing.ts'

export interface Ticket {
  scoreId: string
  /** Null: on older records, that of CHAIN_ID. */
  chainId: number | null
  name: string
  symbol: string
  creatorAddress: string
  aggregate: number
  band: Band
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  hasStubs: boolean
  signals: { name: string; score: number | null }[]
  /** The creator's wallet signed, and the providers report no other deployer. */
  isSigned: boolean
  /** Another creator enrolled the same launch first. */
  isCopy: boolean
  enrollmentId: string | null
  scheduledFor: string | null
  /** Null: the chain doesn't show that it has launched. */
  launchedAt: string | null
  createdAt: string
}

interface TicketList {
  tickets: Ticket[]
  nextCursor: string | null
  isFirst: boolean
  /** As the address has it; null: the usual number. */
  limit: number | null
  now: string
}

export type ExploreTab = 'new' | 'top' | 'lowest' | 'soon' | 'graduated'

export type LaunchPlan = 'upcoming' | 'past' | 'all'

export type Graduate = Graduates['graduates'][number]

export interface GraduateList {
  entries: Graduate[]
  /** The number of entries on all pages together. */
  count: number
  traded: number
  observing: boolean
}

export interface ExploreProps extends TicketList {
  tab: ExploreTab
  band: Band | 'critical' | null
  /** Null: the tab has no window. */
  window: '24h' | '7d' | 'all' | null
  isSigned: boolean
  /** Null: all chains. */
  chainId: number | null
  /** Which launches the tab `soon` shows; null on others. */
  when: LaunchPlan | null
  page: number
  graduates?: GraduateList
  /** Signals that this deployment doesn't measure. */
  pending: string[]
}

export interface SearchProps {
  /** Empty: nothing was asked. */
  q: string
  tickets: Ticket[]
  now: string
}

export interface TokenProps {
  contractAddress: string
  speaking: Ticket | null
  standing: ShownStanding
  bound: Pick<TokenBinding, 'state' | 'name' | 'symbol' | 'nameDiffers' | 'examinedBy'> | null
  history: Ticket[]
  /** One score of each other creator who named the contract. */
  others: Ticket[]
  chainId: number
  now: string
}

export interface CreatorProps extends TicketList {
  profile: CreatorProfile
  /** Launches with a critical warning among the newest 1,000. */
  criticalCount: number
  recorded: RecordedLaunch[]
  observing: boolean
  chainId: number
}
