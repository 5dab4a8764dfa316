import type { ColumnType } from 'kysely'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
type Hex = `0x${string}`

export type JobKind = 'attest' | 'revoke' | 'register' | 'fill'

/**
 * `queued`: no nonce yet; `sent`: signed, in no block that counts; `landed`: in a block; `reverted`: in a block, in vain;
 * `final`: landed for good; `failed`: over, in vain.
 */
export type JobState = 'queued' | 'sent' | 'landed' | 'reverted' | 'final' | 'failed'

export interface AttestationTables {
  lanes: {
    chain_id: string
    signer: Hex
    next_nonce: string
  }
  lane_jobs: {
    id: string
    kind: JobKind
    subject: string
    state: JobState
    next_attempt_at: Date
    error: Nullable<string>
    chain_id: Nullable<string>
    signer: Nullable<Hex>
    contract: Nullable<Hex>
    nonce: Nullable<string>
    tx_hash: Nullable<Hex>
    block_number: Nullable<string>
    block_hash: Nullable<Hex>
    gas_used: Nullable<string>
    sent_since: Nullable<Date>
    missing_since: Nullable<Date>
    queued_at: Date
  }
  lane_transactions: {
    hash: Hex
    job_id: string
    nonce: string
    raw: Hex
    gas: string
    estimated_gas: string
    max_fee: string
    tip: string
    signed_at: Date
    sent_at: Nullable<Date>
    last_error: Nullable<string>
  }
  attestations: {
    score_id: string
    job_id: string
    submission_id: string
    recipient: Hex
    digest: Hex
    data: Hex
    uid: Nullable<Hex>
    ref_uid: Nullable<Hex>
    schema_id: Nullable<Hex>
    published_at: Nullable<Date>
    revocation_reason: Nullable<string>
    revoked_at: Nullable<Date>
    revocation_tx_hash: Nullable<Hex>
  }
}
