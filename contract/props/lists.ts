import type { LeadState } from '../lead.ts'
import type { CreatorLaunches } from './score.ts'
import type { Band, ScoreResult, WarningCode } from '../schemas/score.ts'
import type { CreatorProfile } from '../schemas/ranking.ts'
import type { Graduates } from '../schemas/track-record.ts'
import type { TokenReading } from '../schemas/token-reading.ts'
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
  /** Earlier launches of the creator's wallet, as the score has them; null: it doesn't say. */
  creatorLaunches: { launched: number; known: number; alive: number } | null
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
  /** Launches with a critical warning or a bad outcome, which come after the ranked ones (D110). */
  below: Ticket[]
  /** All launches of the window; null: they weren't counted. */
  count: number | null
  /** Launches are ranked, if perhaps none that match. */
  hasAny: boolean
}

export interface SearchProps {
  /** Empty: nothing was asked. */
  q: string
  /** What is wrong with the address in `q`; null: nothing, or it has none. */
  typo: 'form' | 'capitals' | null
  tickets: Ticket[]
  now: string
}

export interface TokenProps {
  contractAddress: string
  chainId: number
  /** The market's name of the chain, for links to charts; null: it has none. */
  marketChain: string | null
  /** Providers for the chain are configured. */
  canRead: boolean
  speaking: { score: ScoreResult; state: LeadState; standing: ShownStanding; enrollmentId: string | null } | null
  bound: Pick<TokenBinding, 'state' | 'name' | 'symbol' | 'nameDiffers' | 'examinedBy'> | null
  history: Ticket[]
  /** One score of each other creator who named the contract. */
  others: Ticket[]
  /** null: the token wasn't read within the last hour. */
  reading: TokenReading | null
  creator: ({ address: string; walletAgeDays: number | null } & CreatorLaunches) | null
  now: string
}

export interface CreatorProps extends TicketList {
  /** The outcomes of its newest launches, newest first. */
  newest: CreatorLaunches['newest']
  profile: CreatorProfile
  /** Launches with a critical warning among the newest 1,000. */
  criticalCount: number
  recorded: RecordedLaunch[]
  observing: boolean
  chainId: number
}
