-- Pictures by content: decoded, scaled, stripped, as the judge saw them (D20).
create table pictures (
  hash text primary key,
  bytes bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);

-- PNG is compressed already
alter table pictures alter column bytes set storage external;

create table submissions (
  id uuid primary key,
  name text not null,
  symbol text not null,
  description text not null,
  image_url text not null,
  x_handle text not null,
  -- the handle without @, lower-case
  handle text not null,
  creator_address text not null,
  contract_address text,
  picture_hash text not null references pictures (hash),
  -- when the creator's wallet signed for it
  signed_at timestamptz,
  created_at timestamptz not null
);
create index submissions_claim on submissions (handle, signed_at) where signed_at is not null;
create index submissions_signer on submissions (creator_address) where signed_at is not null;

-- `body` is the whole ScoreResult as first sent; it never changes (D11, D36). `evidence` is what made it.
create table scores (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  rescored_from uuid references scores (id),
  aggregate_x100 integer not null,
  band text not null,
  has_stubs boolean not null,
  prompt_version text not null,
  prompt_name text not null,
  prompt_major integer not null,
  contract_address text,
  body text not null,
  evidence jsonb not null,
  created_at timestamptz not null
);
create index scores_by_token on scores (contract_address, created_at desc, id desc) where contract_address is not null;
create index scores_by_submission on scores (submission_id, created_at desc, id desc);
create index scores_cohort on scores (prompt_name, prompt_major, created_at, submission_id, aggregate_x100, id)
  where not has_stubs;

-- Who named which handle in a pitch, for the social signal.
create table handle_mentions (
  handle text not null,
  creator_address text not null,
  mentioned_at timestamptz not null,
  primary key (handle, creator_address)
);

-- Idempotency-Key (D22): one row per key and route, claimed before the work, sealed in the work's transaction.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  score_id uuid references scores (id),
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
