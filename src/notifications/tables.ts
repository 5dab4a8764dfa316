import type { ColumnType, Generated } from 'kysely'
import type { SlotState } from '../enrollment/tables.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface NotificationTables {
  notification_sends: {
    id: string
    slot_id: string
    transport: string
    state: SlotState
    attempts: Generated<number>
    next_attempt_at: Date
    receipt: Nullable<string>
    last_error: Nullable<string>
    sent_at: Nullable<Date>
    claim: Nullable<string>
    claimed_until: Nullable<Date>
  }
  resting_transports: {
    transport: string
    until: Date
  }
  push_subscriptions: {
    id: string
    enrollment_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Date
    told_slot_id: Nullable<string>
  }
}
