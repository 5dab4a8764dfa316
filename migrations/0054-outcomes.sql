-- Tokens that a scored wallet launched itself and that aren't the launch of a score, whatever they are called.
create table wallet_tokens (
  chain_id bigint not null,
  -- lower case, as is the token
  creator_address text not null,
  token text not null,
  -- the time of the block that created it
  created_at timestamptz not null,
  found_at timestamptz not null,
  primary key (creator_address, chain_id, token)
);
create index wallet_tokens_newest on wallet_tokens (creator_address, created_at);
