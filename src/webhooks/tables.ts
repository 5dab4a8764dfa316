import type { ColumnType, Generated } from 'kysely'
import type { Attempt, EndState } from './schemas.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface WebhookTables {
  outbox: {
    /** `evt_` and 32 hex digits. */
    id: string
    event: string
    /** The delivery envelope, byte for byte as it is sent. */
    body: string
    created_at: Date
    /** The transaction that wrote it: the order of the feed. */
    tx: Generated<string>
  }
  webhook_subscriptions: {
    /** `sub_` and 32 hex digits. */
    id: string
    owner_id: string
    endpoint: string
    events: string[]
    /** Sealed, and so is the one before. */
    secret: string
    previous_secret: Nullable<string>
    previous_until: Nullable<Date>
    paused_until: Nullable<Date>
    since_tx: Generated<string>
    created_at: Date
  }
  deliveries: {
    subscription_id: string
    /** `dlv_` and 32 hex digits. */
    id: string
    event_id: string
    lane: Generated<number>
    due_at: Date
    claim: Nullable<string>
    claimed_until: Nullable<Date>
    attempts: Generated<number>
    log: ColumnType<Attempt[], string | undefined, string>
    created_at: Date
  }
  delivery_log: {
    slot: number
    subscription_id: string
    id: string
    event_id: string
    state: EndState
    attempts: ColumnType<Attempt[], string, string>
    created_at: Date
    ended_at: Date
  }
  webhook_heartbeat: {
    is_only: Generated<boolean>
    beat_at: Date
  }
}
