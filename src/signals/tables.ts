import type { JSONColumnType } from 'kysely'

export interface SignalTables {
  provider_answers: {
    /** `<provider>:<what>:<chain>:<address>` */
    key: string
    answer: JSONColumnType<object>
    fetched_at: Date
    expires_at: Date
  }
}
