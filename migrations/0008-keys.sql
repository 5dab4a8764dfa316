-- API keys: their hash, never the key. Keys that follow one another by rotation have the first one's id as `root_id`: they
-- share their subscriptions and one limiter bucket (D39).
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
  -- a rotated key ends here, also when nobody has written revoked_at yet
  ends_at timestamptz,
  revoked_at timestamptz
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
