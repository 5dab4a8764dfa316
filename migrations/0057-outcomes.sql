-- Tokens that a launchpad replaced at their graduation, whether they are bound or not: a binding that comes later is followed to
-- the same successor.
create table token_successors (
  chain_id bigint not null,
  -- lower case, as is the successor
  token text not null,
  successor text not null,
  tx_hash text not null,
  block_number bigint not null,
  read_at timestamptz not null,
  primary key (chain_id, token)
);
