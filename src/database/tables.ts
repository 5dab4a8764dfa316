// Generated from migrations/ by npm run tables. Do not edit.
import type * as columns from './column-types.ts'

/** The rows of all tables. bigint and numeric are strings, and so is date (YYYY-MM-DD). */
export interface Database {
  activity: { name: string; at: Date; amount: string }
  activity_hours: { name: string; hour: Date; amount: string }
  activity_seconds: { second: Date; name: string; amount: string }
  announcement_approvals: { enrollment_id: string; actor: string; approved_at: Date }
  api_key_audit: { id: string; key_id: string; action: columns.KeyAction; actor: string; done_at: Date }
  api_key_usage: { root_id: string; day: string; requests: string }
  api_keys: {
    id: string
    root_id: string
    prefix: string
    hash: string
    tier: columns.Tier
    label: string
    owner: string
    created_at: Date
    last_used_at: Date | null
    expires_at: Date | null
    ends_at: Date | null
    revoked_at: Date | null
    is_vouching: columns.Generated<boolean>
    origins: string[] | null
    is_proxy: columns.Generated<boolean>
  }
  appeals: {
    id: string
    score_id: string
    creator_address: string
    reason: string
    message: string
    signature: Buffer
    verified_by: columns.Verifier
    verified_chain_id: string | null
    verified_block: string | null
    issued_at: Date
    appealed_at: Date
    outcome: columns.AppealOutcome | null
    answer: string | null
    answered_by: string | null
    answered_at: Date | null
    rescored_as: string | null
    answer_to: string | null
    answer_due_at: Date | null
    answer_attempts: columns.Generated<number>
    is_answering: columns.Generated<boolean>
  }
  arrived_launches: {
    id: string
    chain_id: string
    block: string
    launchpad: string
    token: Buffer
    creator: Buffer
    tx_hash: Buffer
    launched_at: Date
  }
  attendance: { enrollment_id: string; page_views: string; unique_sessions: string }
  attendance_key: { is_only: columns.Generated<boolean>; key: Buffer }
  attendance_networks: { enrollment_id: string; network: string; hour: Date; views: number }
  attendance_sessions: { enrollment_id: string; session_hash: Buffer; seen_at: columns.Generated<Date> }
  attestation_jobs: {
    id: string
    kind: columns.JobKind
    subject: string
    state: columns.JobState
    next_attempt_at: Date
    error: string | null
    chain_id: string | null
    signer: columns.Hex | null
    contract: columns.Hex | null
    nonce: string | null
    tx_hash: columns.Hex | null
    block_number: string | null
    block_hash: columns.Hex | null
    gas_used: string | null
    sent_since: Date | null
    missing_since: Date | null
    queued_at: Date
    payer: string | null
    site: string | null
    is_enrolled: boolean | null
    reserved_gas: string | null
  }
  attestation_transactions: {
    hash: columns.Hex
    job_id: string
    nonce: string
    raw: columns.Hex
    gas: string
    estimated_gas: string
    max_fee: string
    tip: string
    signed_at: Date
    sent_at: Date | null
    last_error: string | null
  }
  attestations: {
    score_id: string
    job_id: string
    submission_id: string
    recipient: columns.Hex
    digest: columns.Hex
    data: columns.Hex
    uid: columns.Hex | null
    ref_uid: columns.Hex | null
    schema_id: columns.Hex | null
    published_at: Date | null
    revocation_reason: string | null
    revoked_at: Date | null
    revocation_tx_hash: columns.Hex | null
  }
  attester_nonces: { chain_id: string; signer: columns.Hex; next_nonce: string }
  budget_use: { day: string; budget: string; bucket: string; used: string; held: string }
  closed_days: { day: string; closed_at: Date }
  contract_deployers: { contract_address: string; deployer: string; reported_at: Date }
  contract_examinations: {
    submission_id: string
    contract_address: string
    score_id: string | null
    attempts: columns.Generated<number>
    next_attempt_at: columns.Generated<Date>
  }
  contract_readings: { contract_address: string; score_id: string; warning_codes: columns.WarningCode[]; read_at: Date }
  corrections: {
    id: string
    subject: string
    reason: string
    explanation: string
    corrected_at: Date
    replacement: columns.Json | null
    made_by: string | null
  }
  creator_figures: { id: columns.Generated<boolean>; body: string; counted_at: Date }
  daily_bytes: { day: string; bucket: string; bytes: string }
  daily_scores: { day: string; bucket: string; taken: number }
  deliveries: {
    subscription_id: string
    id: string
    event_id: string
    is_retry: columns.Generated<boolean>
    due_at: Date
    claim: string | null
    claimed_until: Date | null
    attempts: columns.Generated<number>
    log: columns.Generated<columns.Attempts>
    created_at: Date
    lost_at: Date | null
  }
  delivery_log: {
    slot: number
    subscription_id: string
    id: string
    event_id: string
    state: columns.EndState
    attempts: columns.Attempts
    created_at: Date
    ended_at: Date
  }
  deployed_tokens: { creator: Buffer; chain_id: string; token: Buffer; deployed_at: Date }
  drafts: { id: string; body: string; image_hash: string; created_at: Date; expires_at: Date }
  enrollments: {
    id: string
    score_id: string
    submission_id: string
    creator_address: string
    message: string
    signature: Buffer
    verified_by: columns.Verifier
    verified_chain_id: string | null
    verified_block: string | null
    scheduled_for: Date | null
    schedule_version: columns.Generated<number>
    band: columns.Band
    enrolled_at: Date
    enrolled_from: string | null
  }
  evaluation_runs: {
    id: string
    kind: string
    prompt_version: string
    provider: string
    model: string
    resolved_model: string | null
    set_hash: string
    items: number
    attacks: number
    repeats: number
    started_at: Date
    finished_at: Date | null
    has_passed: boolean | null
    summary: columns.Json | null
    anchor_day: string | null
  }
  former_rankings: {
    cohort: string
    submission_id: string
    score_id: string
    aggregate_x100: number
    band: columns.Band
    created_at: Date
    ranked_from: Date
    ranked_until: Date
    place: columns.Generated<number>
  }
  graduations: {
    binding_id: string
    rules: string
    graduated_at: Date
    from_day: number
    least_depth: string
    decided_at: Date
  }
  handle_mentions: { handle: string; creator_address: string; mentioned_at: Date }
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    claim: string
    claimed_until: Date
    score_id: string | null
    created_at: Date
  }
  image_looks: {
    image_hash: string
    picture_key: string
    position: columns.Generated<string>
    fingerprint: string | null
    band_0: number | null
    band_1: number | null
    band_2: number | null
    band_3: number | null
    thumbnail: Buffer
    detail: number
    is_submitted: columns.Generated<boolean>
    created_at: Date
    middle: string | null
    middle_0: number | null
    middle_1: number | null
    middle_2: number | null
    middle_3: number | null
    middle_4: number | null
    middle_5: number | null
    has_middle: columns.Generated<boolean>
  }
  images: {
    hash: string
    bytes: Buffer | null
    media_type: columns.MediaType
    width: number
    height: number
    created_at: Date
    has_look: columns.Generated<boolean>
  }
  incident_updates: {
    id: string
    incident_id: string
    kind: columns.UpdateKind
    body: string
    posted_at: Date
    actor: string | null
  }
  incidents: { id: string; title: string; impact: columns.Impact; opened_at: Date; resolved_at: Date | null }
  indexed_graduations: {
    chain_id: string
    block: string
    log_index: number
    tx_hash: Buffer
    launchpad: string
    token: Buffer
    successor: Buffer | null
    graduated_at: Date
  }
  indexed_launches: {
    chain_id: string
    block: string
    log_index: number
    tx_hash: Buffer
    launchpad: string
    token: Buffer
    creator: Buffer | null
    launched_at: Date
  }
  judge_samples: {
    content_key: string
    resolved_model: string
    sample_index: number
    provider: string
    model: string
    arguments: columns.Json
    request_id: string | null
    input_tokens: number
    output_tokens: number
    latency_ms: number
    created_at: Date
  }
  launch_cursors: {
    chain_id: string
    first_block: string
    first_at: Date
    last_block: string
    last_hash: Buffer
    last_at: Date
    checked_block: string
    checkpoints: columns.Generated<columns.Json>
    version: columns.Generated<string>
    range: number
    refused_range: number | null
    refused_until: Date | null
  }
  launch_looks: { chain_id: string; token: Buffer; is_alive: boolean | null; looked_at: Date }
  launch_names: {
    identity: Buffer
    name: string
    symbol: string
    grams: string[]
    is_signed: boolean
    created_at: Date
    first_signed_at: Date | null
  }
  launch_originals: { identity: Buffer; creator_address: string; signed_at: Date }
  launch_pages: {
    enrollment_id: string
    tagline: string | null
    description: string | null
    cta_label: string | null
    cta_url: string | null
    last_issued_at: Date
    updated_at: Date
  }
  launch_readers: {
    chain_id: string
    holder: string | null
    held_until: Date | null
    head_at: Date | null
    asked_at: Date | null
    failed_at: Date | null
    fault: string | null
  }
  launch_samples: {
    id: string
    chain_id: string
    token: Buffer
    creator: Buffer
    launched_at: Date
    looked_at: Date
    is_alive: boolean | null
    earlier: number
    known: number
    alive: number
  }
  launch_standings: {
    launch: Buffer
    cohort: string
    identity: Buffer
    is_copy: boolean
    submission_id: string
    score_id: string
    aggregate_x100: number
    band: columns.Band
    created_at: Date
    creator_address: string
    contract_address: string | null
    picture: string
    signed_at: Date | null
    signed_from: string | null
    speaks: number
    speaks_from: Date
    is_listed: columns.Generated<boolean>
  }
  launch_survivals: { binding_id: string; days: number | null; died: boolean }
  limit_notices: { owner_id: string; notified_at: Date }
  look_secret: { is_only: columns.Generated<boolean>; secret: Buffer }
  model_usage: { day: string; tokens: string }
  network_key: { is_only: columns.Generated<boolean>; key: Buffer }
  notification_sends: {
    id: string
    slot_id: string
    channel: string
    state: columns.SlotState
    attempts: columns.Generated<number>
    next_attempt_at: Date
    receipt: string | null
    last_error: string | null
    sent_at: Date | null
    claim: string | null
    claimed_until: Date | null
    enrolled_from: columns.Generated<string>
    creator: columns.Generated<string>
    useful_until: Date | null
  }
  notification_slots: {
    id: string
    enrollment_id: string
    slot: columns.SlotName
    schedule_version: number
    scheduled_for: Date
    send_at: Date
    state: columns.SlotState
    sent_at: Date | null
    fanned_out_at: Date | null
  }
  notification_turns: { channel: string; enrolled_from: string; creator: string; turn: string; taken_at: Date }
  observations: {
    binding_id: string
    seen_at: Date
    state: string
    depth: string | null
    is_partial: boolean
    chain_depth: string | null
    buys: number | null
    sells: number | null
    volume: string | null
    price: string | null
    pairs: number
    counted: number
    removal_share: string | null
    removal_by: string | null
    removal_tx: string | null
    cannot_sell: boolean | null
    source: string
  }
  outbox: {
    id: string
    event: string
    body: string
    created_at: Date
    subject: columns.Json | null
    audience_id: string | null
    tx: columns.Generated<string>
  }
  outcome_claims: { version: string; body: string; digest: Buffer; fixed_at: Date }
  outcomes: {
    binding_id: string
    horizon: string
    outcome: string
    cause: string | null
    rules: string
    seen_at: Date | null
    decided_at: Date
  }
  page_edits: {
    id: string
    enrollment_id: string
    fields: columns.PageFields
    message: string
    signature: Buffer
    verified_by: columns.Verifier
    verified_chain_id: string | null
    verified_block: string | null
    issued_at: Date
    edited_at: Date
  }
  paused_channels: { channel: string; until: Date }
  pool_searches: {
    chain_id: string
    pool: string
    event: string
    block: string
    is_over: boolean
    found_block: string | null
    found_tx: string | null
    found_data: string | null
  }
  prompt_activations: { id: string; version: string; reason: string; actor: string; activated_at: Date }
  provider_answers: { key: string; answer: columns.Json; fetched_at: Date; expires_at: Date }
  push_subscriptions: {
    id: string
    enrollment_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Date
    told_slot_id: string | null
    told_at: columns.Generated<columns.TimesBySlot>
    network: string | null
    site: string | null
  }
  ranking_changes: { cohort: string; aggregate_x100: number; created_at: Date; change: number }
  ranking_counts: { cohort: string; span: columns.Span; step: number; bucket: number; entries: number }
  ranking_watermarks: { span: columns.Span; since: Date }
  rankings: {
    identity: Buffer
    cohort: string
    submission_id: string
    score_id: string
    aggregate_x100: number
    band: columns.Band
    is_signed: boolean
    created_at: Date
    ranked_from: Date
    is_critical: columns.Generated<boolean>
    place: columns.Generated<number>
  }
  record_day_cohorts: {
    day: string
    prompt_name: string
    prompt_major: number
    band: string
    scored: number
    enrolled: number
    never_launched: number | null
    enrolled_never_launched: number | null
  }
  record_day_parts: { day: string; part: number; content: string }
  record_days: { day: string; lines: number; bytes: string; file_digest: Buffer; digest: Buffer; sealed_at: Date }
  recorded_launches: {
    binding_id: string
    score_id: string
    enrollment_id: string | null
    prompt_name: string
    prompt_major: number
    aggregate_x100: number
    band: columns.Band
    earlier_scores: number
    scored_at: Date
    enrolled_at: Date | null
    is_anchored: boolean
    chain_id: string
    creator_address: string
    token: string
    origin: string
    proof: string | null
    excluded: string | null
    created_block_at: Date
    recorded_at: Date
    has_curve: columns.Generated<boolean>
  }
  recorded_starts: {
    binding_id: string
    trading_since: Date
    recorded_at: Date
    is_on_curve: columns.Generated<boolean>
  }
  recorded_venue_graduations: {
    binding_id: string
    successor: string | null
    tx_hash: string
    graduated_at: Date
    recorded_at: Date
  }
  reminders: {
    id: string
    enrollment_id: string
    channel: columns.ReminderChannel
    address: string | null
    address_hash: string
    asked_at: Date
    confirmed_at: Date | null
    refused_at: Date | null
    mail_due_at: Date | null
    mailed_at: Date | null
    mails: columns.Generated<number>
    failures: columns.Generated<number>
    told_slot_id: string | null
    told_at: columns.Generated<columns.TimesBySlot>
    network: string | null
    site: string | null
  }
  scores: {
    id: string
    submission_id: string
    rescored_from: string | null
    owner_id: string | null
    is_test: columns.Generated<boolean>
    aggregate_x100: number
    band: columns.Band
    warning_codes: columns.Generated<columns.WarningCode[]>
    has_stubs: boolean
    prompt_version: string
    prompt_name: string
    prompt_major: number
    contract_address: string | null
    is_deployer: columns.Generated<boolean>
    is_current: columns.Generated<boolean>
    standing: columns.Generated<number>
    body: string
    evidence: columns.Json
    created_at: Date
    measured_contract: string | null
    reported_deployer: string | null
    speaks: columns.Generated<number>
    speaks_from: columns.Generated<Date>
  }
  signed_handles: {
    handle: string
    kind: columns.HandleKind
    creator_address: string
    signed_at: Date
    submission_id: string | null
  }
  submissions: {
    id: string
    name: string
    symbol: string
    description: string | null
    image_url: string
    x_handle: string | null
    handle: string | null
    creator_address: string
    contract_address: string | null
    image_hash: string
    identity: Buffer | null
    signed_at: Date | null
    hidden_reason: string | null
    created_at: Date
    is_named: columns.Generated<boolean>
    bound_token: string | null
    measurement: string | null
    outcome: string | null
    outcome_at: Date | null
    bound_contract: string | null
    creator_proof: columns.Generated<columns.CreatorProof>
    signer_score: number | null
    outcome_cause: string | null
    creator_name: string | null
    links: columns.Generated<columns.Links>
    chain_id: string | null
    filled: string[] | null
  }
  takedown_log: {
    id: string
    kind: columns.TakedownKind
    subject: string
    score_id: string | null
    action: columns.TakedownAction
    reason: string
    actor: string
    done_at: Date
    is_for_everybody: columns.Generated<boolean>
  }
  takedowns: {
    kind: columns.TakedownKind
    subject: string
    reason: string
    hidden_at: Date
    creator_address: string | null
    identity: Buffer | null
    launch_name: string | null
    launch_symbol: string | null
    image_hash: string | null
    fingerprint: string | null
    is_for_everybody: columns.Generated<boolean>
  }
  telegram_bots: {
    id: string
    username: string | null
    next_update: columns.Generated<string>
    listener: string | null
    listening_until: Date | null
    heard_at: Date | null
  }
  token_bindings: {
    id: string
    score_id: string
    submission_id: string
    enrollment_id: string | null
    chain_id: string
    token: string
    creator_address: string
    state: string
    excluded: string | null
    message: string | null
    signature: Buffer | null
    verified_by: string | null
    verified_chain_id: string | null
    verified_block: string | null
    creation_hint: string | null
    name: string | null
    symbol: string | null
    venue: string | null
    creation_tx: string | null
    creation_block: string | null
    created_block_at: Date | null
    is_anchored: columns.Generated<boolean>
    next_check_at: Date | null
    bound_at: Date
    origin: string
    predecessor: string | null
    creation_sender: string | null
    has_curve: columns.Generated<boolean>
    is_named_unsigned: columns.Generated<boolean>
    name_prefix: columns.Generated<string>
    name_suffix: columns.Generated<string>
  }
  token_denials: {
    binding_id: string
    message: string
    signature: Buffer
    verified_by: string
    verified_chain_id: string | null
    verified_block: string | null
    denied_at: Date
  }
  token_proofs: {
    binding_id: string
    kind: string
    tx_hash: string | null
    block_number: string | null
    call: string | null
    shown_at: Date
  }
  token_successors: {
    chain_id: string
    token: string
    successor: string | null
    tx_hash: string
    block_number: string
    read_at: Date
  }
  track_record_folds: {
    horizon: string
    population: string
    unit: string
    prompt_name: string
    prompt_major: number
    body: string
    folded_at: Date
  }
  unnamed_launches: {
    chain_id: string
    block: string
    log_index: number
    launched_at: Date
    tx_hash: Buffer
    token: Buffer
    getter: columns.Json | null
    attempts: columns.Generated<number>
    ask_at: Date
  }
  uploads: {
    image_hash: string
    expires_at: Date
    charged_bytes: columns.Generated<number>
    charged_to: columns.Json | null
  }
  venue_cursors: { venue: string; chain_id: string; block: string; read_at: Date }
  visibility_changes: {
    id: string
    submission_id: string
    event: string
    reason: string
    changed_at: Date
    announced_to: string | null
  }
  wallet_lookups: { chain_id: string; looked_up_until: Date }
  wallet_tokens: { chain_id: string; creator_address: string; token: string; created_at: Date; found_at: Date }
  watches: {
    binding_id: string
    trading_since: Date | null
    next_look_at: Date | null
    attempts: columns.Generated<number>
    pools: columns.Generated<columns.Json>
    closed: string | null
    is_on_curve: columns.Generated<boolean>
  }
  webhook_idempotency_keys: {
    owner_id: string
    key: string
    fingerprint: string
    subscription_id: string
    created_at: Date
  }
  webhook_subscriptions: {
    id: string
    owner_id: string
    endpoint: string
    events: string[]
    description: string | null
    filters: columns.Json | null
    include: columns.Generated<string[]>
    retry_policy: columns.Generated<columns.RetryPolicy>
    format: columns.Generated<columns.DeliveryFormat>
    secret: string
    previous_secret: string | null
    previous_until: Date | null
    active: columns.Generated<boolean>
    disabled_reason: columns.DisabledReason | null
    inactive_since: Date | null
    missed: columns.Generated<string>
    paused_until: Date | null
    probe_until: Date | null
    last_success_at: Date | null
    last_failure_at: Date | null
    failing_since: Date | null
    since_tx: columns.Generated<string>
    created_at: Date
    recovered_since: Date | null
    recovered: columns.Generated<number>
    header_names: columns.Generated<string[]>
    headers: string | null
  }
  write_probe: { is_only: columns.Generated<boolean>; ballast: Buffer; written_at: Date }
}
