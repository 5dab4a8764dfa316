-- The launchpad sells the token on a curve first, of which market data may show nothing.
alter table token_bindings add column has_curve boolean not null default false;
update token_bindings set has_curve = true where venue = 'virtuals';
-- Nothing of the curve was seen in 30 days: trading began with the creation, at prices that can't be told.
alter table watches add column is_on_curve boolean not null default false;
alter table recorded_starts add column is_on_curve boolean not null default false;

-- When a launchpad graduated a launched token, and the token that it put in its place.
create table recorded_venue_graduations (
  binding_id uuid primary key references recorded_launches (binding_id),
  -- lower case
  successor text not null,
  tx_hash text not null,
  -- the time of the block
  graduated_at timestamptz not null,
  recorded_at timestamptz not null
);
create index recorded_venue_graduations_by_time on recorded_venue_graduations (recorded_at);
create trigger recorded_venue_graduations_append_only before update or delete or truncate on recorded_venue_graduations
  execute function refuse_record_change();
create trigger recorded_venue_graduations_open_day after insert on recorded_venue_graduations
  for each row execute function refuse_closed_day('recorded_at');

-- How far the chain was searched for the first event of a pool, from the creation of its token on.
create table pool_searches (
  chain_id bigint not null,
  -- lower case: an address, or the id of a Uniswap v4 pool
  pool text not null,
  event text not null check (event in ('supply', 'initialize')),
  -- the last block that was searched
  block bigint not null,
  -- all blocks were searched in which the event can lie
  is_over boolean not null,
  -- where the event was found; null: not so far
  found_block bigint,
  found_tx text,
  found_data text,
  primary key (chain_id, pool, event)
);
