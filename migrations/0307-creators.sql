-- oldest release: 1.0.0

-- The tokens that launchpads announced in their events, on every chain that is read: a row for each token. Partitioned by month.
create table indexed_launches (
  chain_id bigint not null,
  block bigint not null,
  log_index integer not null,
  tx_hash bytea not null,
  -- the launchpad's id in its file
  launchpad text not null,
  token bytea not null,
  -- null: nobody, or not known (yet)
  creator bytea,
  -- the time of the block
  launched_at timestamptz not null,
  primary key (launched_at, chain_id, block, log_index)
) partition by range (launched_at);
create table indexed_launches_default partition of indexed_launches default;
create index indexed_launches_by_creator on indexed_launches (creator, launched_at desc) where creator is not null;
create index indexed_launches_by_token on indexed_launches (token, chain_id);

-- How far each chain is read: every block from `first_block` to `last_block`; none yet if the first is the greater one.
create table launch_cursors (
  chain_id bigint primary key,
  first_block bigint not null,
  first_at timestamptz not null,
  last_block bigint not null,
  last_hash bytea not null,
  last_at timestamptz not null,
  -- blocks up to this one have been read a second time
  checked_block bigint not null,
  -- blocks that were read earlier with their hashes and times, the newest first, farther and farther apart
  checkpoints jsonb not null default '[]',
  -- grows with every change, so that a slow reader can't write over a faster one
  version bigint not null default 0,
  -- blocks of the next call, and the least number that the node refused until a time
  range integer not null,
  refused_range integer,
  refused_until timestamptz
);

-- Who reads a chain at present, and how it went.
create table launch_readers (
  chain_id bigint primary key,
  holder uuid,
  held_until timestamptz,
  -- the newest block that could be read, and when it was asked for
  head_at timestamptz,
  asked_at timestamptz,
  failed_at timestamptz,
  fault text
);

-- Launches whose event names no creator: a function of `contract`, or who sent the transaction, tells.
create table unnamed_launches (
  chain_id bigint not null,
  block bigint not null,
  log_index integer not null,
  launched_at timestamptz not null,
  tx_hash bytea not null,
  token bytea not null,
  -- null: the sender is the creator
  getter jsonb,
  attempts smallint not null default 0,
  ask_at timestamptz not null,
  primary key (chain_id, block, log_index)
);
create index unnamed_launches_due on unnamed_launches (chain_id, ask_at);

-- Launches with a creator that nobody has compared with scores yet.
create table arrived_launches (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  block bigint not null,
  launchpad text not null,
  token bytea not null,
  creator bytea not null,
  tx_hash bytea not null,
  launched_at timestamptz not null
);

-- Tokens that a launchpad moved to an exchange, with the token that took the place of the first one, if any did.
create table indexed_graduations (
  chain_id bigint not null,
  block bigint not null,
  log_index integer not null,
  tx_hash bytea not null,
  launchpad text not null,
  token bytea not null,
  successor bytea,
  graduated_at timestamptz not null,
  primary key (chain_id, block, log_index)
);
create index indexed_graduations_by_token on indexed_graduations (token, chain_id);
