-- oldest release: 1.0.0

-- Up to which time scored wallets have been looked up in the index of launches, for each chain.
create table wallet_lookups (
  chain_id bigint primary key,
  looked_up_until timestamptz not null
);
