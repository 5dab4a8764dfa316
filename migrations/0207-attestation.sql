-- The next nonce of each key. It is taken under the lock of the row, never from the pending count of a node.
create table attester_nonces (
  chain_id bigint not null,
  -- the address of the key, EIP-55
  signer text not null,
  next_nonce bigint not null,
  primary key (chain_id, signer)
);

-- The calls that the attester's key makes on the chain, each exactly once (D38): a job owns one nonce at a time, and gets
-- another only when its own was spent for good by another transaction.
create table attestation_jobs (
  id uuid primary key,
  -- `attest` and `revoke` a score, `register` the schema at a contract, `stamp` a digest, `fill` a nonce that nothing else will take
  kind text not null,
  -- the object of the call, once for each kind: the id of a score, `<chain>:<contract>`, `<chain>:<signer>:<nonce>`
  subject text not null,
  state text not null check (state in ('queued', 'sent', 'included', 'reverted', 'final', 'failed')),
  -- when its turn comes while it is queued
  next_attempt_at timestamptz not null,
  -- why a queued job is not signed yet, or why a failed one failed
  error text,
  -- from here to sent_since null while it is queued
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
  -- Whose share of the day's gas the job takes (D70). `payer` is the hash of the client network that asked for it, or the
  -- `root_id` of its API key; `site` the hash of the network's IPv6 /48. `reserved_gas` counts until the job is signed.
  payer text,
  site text,
  is_enrolled boolean,
  reserved_gas bigint,
  unique (kind, subject),
  unique (chain_id, signer, nonce),
  -- A digest that somebody else stamped first: the job ends with that transaction, and uses no nonce of ours.
  constraint attestation_jobs_nonce
    check (nonce is not null or state in ('queued', 'failed') or (kind = 'stamp' and state = 'final'))
);
create index attestation_jobs_queue on attestation_jobs (next_attempt_at, id) where state = 'queued';
create index attestation_jobs_waiting on attestation_jobs (queued_at) where state in ('queued', 'sent');
create index attestation_jobs_in_flight on attestation_jobs (chain_id, nonce) where state in ('sent', 'included', 'reverted');

-- Every transaction that was ever signed, written before it is sent. Of those with one nonce only one can get into a block.
create table attestation_transactions (
  hash text primary key,
  job_id uuid not null references attestation_jobs (id),
  nonce bigint not null,
  raw text not null,
  gas bigint not null,
  -- the estimated gas of the call, for the day's ceiling
  estimated_gas bigint not null,
  max_fee numeric not null,
  tip numeric not null,
  signed_at timestamptz not null,
  sent_at timestamptz,
  -- the node's last error; null when it accepted the transaction
  last_error text
);
create index attestation_transactions_by_job on attestation_transactions (job_id, nonce);
create index attestation_transactions_by_time on attestation_transactions (signed_at);

-- The attestation of a score. `uid` and the columns after it are corrected when a reorganisation changes them.
create table attestations (
  score_id uuid primary key references scores (id),
  job_id uuid not null unique references attestation_jobs (id) on delete cascade,
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
