-- oldest release: 1.0.0

-- Tokens that wallets deployed by themselves, as the explorer listed them. Addresses are 20 bytes.
create table deployed_tokens (
  creator bytea not null,
  chain_id bigint not null,
  token bytea not null,
  deployed_at timestamptz not null,
  primary key (creator, chain_id, token)
);

-- The newest look at the market of a launch, made for a creator's history.
create table launch_looks (
  chain_id bigint not null,
  token bytea not null,
  -- null: the market data doesn't tell
  is_alive boolean,
  looked_at timestamptz not null,
  primary key (chain_id, token)
);

-- Launches that were looked at at an age of 7 to 14 days, with their creator's history as it was known before each launch. Rows
-- are never changed.
create table launch_samples (
  id uuid primary key,
  chain_id bigint not null,
  token bytea not null,
  creator bytea not null,
  launched_at timestamptz not null,
  looked_at timestamptz not null,
  -- null: the market data doesn't tell
  is_alive boolean,
  -- the creator's launches before this one that the index had
  earlier integer not null,
  -- of these, looked at before this launch, at an age of at least 7 days
  known integer not null,
  alive integer not null,
  unique (chain_id, token)
);
create index launch_samples_by_time on launch_samples (looked_at, id);
create index launch_samples_by_creator on launch_samples (creator, launched_at);

-- The newest published figures of the samples: one row.
create table creator_figures (
  id boolean primary key default true check (id),
  body text not null,
  counted_at timestamptz not null
);
