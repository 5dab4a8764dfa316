import type { ColumnType, Generated } from 'kysely'
import type { Band } from '../scoring/schemas.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type SlotState = 'pending' | 'sent' | 'failed' | 'skipped' | 'cancelled'
export type SlotName = 'T-60min' | 'T-10min' | 'T+0'

export interface EnrollmentTables {
  enrollments: {
    id: string
    score_id: string
    submission_id: string
    creator_address: string
    message: string
    signature: Buffer
    verified_by: 'key' | 'contract'
    /** bigint: a string in JavaScript */
    verified_chain_id: Nullable<string>
    verified_block: Nullable<string>
    scheduled_for: Nullable<Date>
    schedule_version: Generated<number>
    band: Band
    enrolled_at: Date
  }
  notification_slots: {
    id: string
    enrollment_id: string
    slot: SlotName
    schedule_version: number
    scheduled_for: Date
    send_at: Date
    state: SlotState
    sent_at: Nullable<Date>
    fanned_out_at: Nullable<Date>
  }
}
