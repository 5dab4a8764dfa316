import type { ColumnType, JSONColumnType } from 'kysely'
import type { Link } from '../../contract/links.ts'

export type { Hex } from 'viem'

export { bandNames, type Band } from '../../contract/bands.ts'
export type { Impact, UpdateKind } from '../../contract/news.ts'
export { type CreatorProof, type LaunchOutcome, type WarningCode, launchOutcomes } from '../../contract/codes.ts'

export type MediaType = 'image/png' | 'image/jpeg'
export type Tier = 'free' | 'pro' | 'enterprise'
export type KeyAction = 'issued' | 'rotated' | 'revoked' | 'ended'
/** How a signature was verified: by the wallet's own key, or by a contract on the chain. */
export type Verifier = 'key' | 'contract'
export type HandleKind = 'claim' | 'mention'
export type TakedownKind = 'submission' | 'creator'
export type TakedownAction = 'hidden' | 'unhidden'
export type AppealOutcome = 'upheld' | 'declined'
export type Span = '24h' | '7d' | '30d' | 'all'
export type SlotName = 'T-60min' | 'T-10min' | 'T+0'
export type SlotState = 'pending' | 'sent' | 'failed' | 'skipped' | 'cancelled'
export type EndState = 'delivered' | 'failed'
// The API's `default` is stored as `specification`, which processes of the previous release read.
export type RetryPolicy = 'specification' | 'standard'
export type DeliveryFormat = 'specification' | 'standard-webhooks'
export type DisabledReason = 'owner' | 'operator' | 'key_revoked' | 'gone' | 'failing'
export type JobKind = 'attest' | 'revoke' | 'register' | 'stamp' | 'deploy' | 'fill'

/**
 * `queued`: no nonce yet; `sent`: signed, in no block that counts; `included`: in a block; `reverted`: in a block, without
 * effect; `final`: in a final block; `failed`: ended without effect.
 */
export type JobState = 'queued' | 'sent' | 'included' | 'reverted' | 'final' | 'failed'

/** An attempt of a delivery, as it is stored. */
interface Attempt {
  startedAt: string
  durationMs: number
  status: number | null
  error: string | null
  answer: string | null
}

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** JSON is written as text. */
export type Json = JSONColumnType<object>
export type Attempts = ColumnType<Attempt[], string, string>
export type TimesBySlot = ColumnType<Record<string, string>, string, string>
export type Links = ColumnType<Link[], string, string>
export type PageFields = JSONColumnType<Record<string, string | null>>

/** How a visitor is reminded of a launch, besides web push. */
export type ReminderChannel = 'email' | 'telegram'
