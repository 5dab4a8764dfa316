-- API keys: their hash, never the key. All keys of a rotation chain have the id of the first one as `root_id`: they share
-- their subscriptions and one rate limit (D39).
create table api_keys (
  id uuid primary key,
  root_id uuid not null references api_keys (id),
  prefix text not null unique,
  -- sha-256 of the whole key, in hex
  hash char(64) not null unique,
  tier text not null,
  label text not null,
  owner text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- the expiry that the key was issued with, which its successors inherit
  expires_at timestamptz,
  -- a rotated key, or one with an expiry, ends here, even before revoked_at is written
  ends_at timestamptz,
  revoked_at timestamptz,
  -- the key stands for the wallets that its holder has authenticated (D104)
  is_vouching boolean not null default false
);
create index api_keys_newest on api_keys (created_at desc, id desc);
create index api_keys_ending on api_keys (ends_at) where revoked_at is null and ends_at is not null;

-- Who did what to a key, and when.
create table api_key_audit (
  id uuid primary key,
  key_id uuid not null references api_keys (id),
  action text not null,
  actor text not null,
  done_at timestamptz not null
);
create index api_key_audit_by_key on api_key_audit (key_id, done_at, id);

-- The requests of a key and its successors on a day in UTC.
create table api_key_usage (
  root_id uuid not null references api_keys (id),
  day date not null,
  requests bigint not null,
  primary key (root_id, day)
);

-- The key of the hashes under which client networks are stored: an address is never stored. All replicas read the same key.
create table network_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
