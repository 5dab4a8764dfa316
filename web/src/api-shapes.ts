import type { LaunchSummary as Launch } from '../../src/launches/schemas.ts'

export type {
  ActivityWindow,
  AdminAnalytics,
  AdminEnrollments,
  AdminKeys,
  AdminScores,
  AdminStats,
  AdminStatus,
  AdminTakedowns,
} from '../../src/admin/schemas.ts'
export type { AdminBudgets, AdminHours, LimitedCallerList } from '../../src/admin/operation-schemas.ts'
export type { Attestation, PendingAttestation } from '../../src/attestation/schemas.ts'
export type { AdminAppeal, AdminAppeals, Appeal } from '../../src/enrollment/appeals/schemas.ts'
export type { Enrollment } from '../../src/enrollment/schemas.ts'
export type { AdminIncident, AdminIncidents } from '../../src/incidents/schemas.ts'
export type { LaunchPage, SignedEdit } from '../../src/launches/schemas.ts'
export type { LaunchApproval } from '../../src/notifications/schemas.ts'
export type { NamedTokens, TokenBinding } from '../../src/outcomes/binding/schemas.ts'
export type { Graduates, TrackRecord } from '../../src/outcomes/track-record/schemas.ts'
export type { BoardEntry, CreatorProfile, LaunchItem, LaunchList, Leaderboards } from '../../src/rankings/schemas.ts'
export type { SearchResult } from '../../src/rankings/search/schemas.ts'
export type { KeyHolder, OwnScores } from '../../src/scoring/own/schemas.ts'
export type { Band, ScoreResult, ScoreWarning, WarningCode } from '../../src/scoring/schemas.ts'
export type { Takedown } from '../../src/scoring/takedown/takedown-response.ts'
export type { Fact, Reading } from '../../src/signals/schemas.ts'
export type { FailingWebhooks } from '../../src/webhooks/failing-schemas.ts'
export type {
  Deliveries,
  Delivery,
  DeliveryWithBody,
  WebhookSubscription,
  WebhookSubscriptions,
} from '../../src/webhooks/schemas.ts'

/** `LaunchOutcome` has the token. */
export type LaunchSummary = Omit<Launch, 'token'>
