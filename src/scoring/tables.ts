import type { ColumnType, JSONColumnType } from 'kysely'
import type { Picture } from '../providers/images.ts'
import type { Band } from './schemas.ts'

type Nullable<T> = ColumnType<T | null, T | null, T | null>

export interface ScoringTables {
  pictures: {
    hash: string
    bytes: Buffer
    media_type: Picture['mediaType']
    width: number
    height: number
    created_at: Date
  }
  submissions: {
    id: string
    name: string
    symbol: string
    description: string
    image_url: string
    x_handle: string
    handle: string
    creator_address: string
    contract_address: Nullable<string>
    picture_hash: string
    signed_at: Nullable<Date>
    created_at: Date
  }
  scores: {
    id: string
    submission_id: string
    rescored_from: Nullable<string>
    aggregate_x100: number
    band: Band
    has_stubs: boolean
    prompt_version: string
    prompt_name: string
    prompt_major: number
    contract_address: Nullable<string>
    body: string
    evidence: JSONColumnType<object>
    created_at: Date
  }
  handle_mentions: {
    handle: string
    creator_address: string
    mentioned_at: Date
  }
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    claim: string
    claimed_until: Date
    score_id: Nullable<string>
    created_at: Date
  }
}
