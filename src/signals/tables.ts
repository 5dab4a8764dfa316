import type { JSONColumnType } from 'kysely'

export interface SignalTables {
  provider_answers: {
    /** `<provider>:<what>:<hash of the provider's URL>:<chain>:<address>` */
    key: string
    answer: JSONColumnType<object>
    fetched_at: Date
    expires_at: Date
  }
}
