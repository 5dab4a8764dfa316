-- Nonces are handed out under the lock of the key's row, one at a time; never from what a node says is pending.
create table lanes (
  chain_id bigint not null,
  -- the address of the key, EIP-55
  signer text not null,
  next_nonce bigint not null,
  primary key (chain_id, signer)
);

-- What the attester's key is to do on the chain, each exactly once (D38): a job owns one nonce at a time, and gets another
-- only when its own has been spent for good by something that isn't it.
create table lane_jobs (
  id uuid primary key,
  -- `attest` and `revoke` a score, `register` the schema at a contract, `fill` a nonce that nothing else will take
  kind text not null,
  -- what it is done to, once: the id of a score, `<chain>:<contract>`, `<chain>:<signer>:<nonce>`
  subject text not null,
  state text not null check (state in ('queued', 'sent', 'landed', 'reverted', 'final', 'failed')),
  -- when its turn comes while it is queued
  next_attempt_at timestamptz not null,
  -- while queued what keeps it from being signed, while failed why
  error text,
  -- from here on null while it is queued
  chain_id bigint,
  signer text,
  contract text,
  nonce bigint,
  -- the block it is in, as last seen; null: in none
  tx_hash text,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  -- when it was signed first, or last lost its block
  sent_since timestamptz,
  -- since when the node has no block at this height: a node that lags, or a chain that went back
  missing_since timestamptz,
  queued_at timestamptz not null,
  unique (kind, subject),
  unique (chain_id, signer, nonce),
  check (nonce is not null or state in ('queued', 'failed'))
);
create index lane_jobs_queue on lane_jobs (next_attempt_at, id) where state = 'queued';
create index lane_jobs_waiting on lane_jobs (queued_at) where state in ('queued', 'sent');
create index lane_jobs_in_flight on lane_jobs (chain_id, nonce) where state in ('sent', 'landed', 'reverted');

-- Every transaction that was ever signed, written before it is sent. Those of one nonce exclude each other.
create table lane_transactions (
  hash text primary key,
  job_id uuid not null references lane_jobs (id),
  nonce bigint not null,
  raw text not null,
  gas bigint not null,
  -- what the call was estimated to take, for the day's ceiling
  estimated_gas bigint not null,
  max_fee numeric not null,
  tip numeric not null,
  signed_at timestamptz not null,
  sent_at timestamptz,
  -- what the node said last; null when it took it
  last_error text
);
create index lane_transactions_by_job on lane_transactions (job_id, nonce);
create index lane_transactions_by_time on lane_transactions (signed_at);

-- What is attested of a score. `uid` and what follows it are corrected when a reorganisation changes them.
create table attestations (
  score_id uuid primary key references scores (id),
  job_id uuid not null unique references lane_jobs (id) on delete cascade,
  submission_id uuid not null references submissions (id),
  -- the creator, lower case
  recipient text not null,
  digest text not null,
  -- the encoded claim
  data text not null,
  uid text unique,
  ref_uid text,
  schema_id text,
  published_at timestamptz,
  revocation_reason text,
  revoked_at timestamptz,
  revocation_tx_hash text
);
create index attestations_by_submission on attestations (submission_id);
