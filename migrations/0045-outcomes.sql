-- Bindings that the service finds by itself have no signature, and the launch need not be enrolled.
alter table token_bindings
  alter column enrollment_id drop not null,
  alter column message drop not null,
  alter column signature drop not null,
  alter column verified_by drop not null,
  -- `found`: by the service on the chain; `signed`: by the creator, or confirmed by his signature
  add column origin text not null default 'signed' check (origin in ('found', 'signed')),
  -- the binding that this one replaced
  add column predecessor uuid references token_bindings (id),
  drop constraint token_bindings_state_check,
  add constraint token_bindings_state_check
    check (state in ('pending', 'proven', 'unproven', 'replaced', 'corrected')),
  drop constraint token_bindings_excluded_check,
  add constraint token_bindings_excluded_check
    check (excluded in ('scored_after_creation', 'too_old', 'not_final', 'named_unsigned')),
  add constraint token_bindings_signed_check
    check (origin = 'found' or (message is not null and signature is not null and verified_by is not null
      and enrollment_id is not null));
alter table token_bindings alter column origin drop default;
create index token_bindings_by_creator on token_bindings (creator_address, bound_at desc);
-- A launch's bindings are read by its submission, which the index of claims begins with.
drop index token_bindings_by_enrollment;

-- One per proven binding, until 90 days after trading began.
create table watches (
  binding_id uuid primary key references token_bindings (id),
  -- the time from which ages count; null: no market was seen yet. It never changes
  trading_since timestamptz,
  -- when the next look is due, or until when a process holds it; null: closed
  next_look_at timestamptz,
  -- failures of the look that is due
  attempts integer not null default 0,
  -- the pools as last seen, for the second witness
  pools jsonb not null default '[]',
  closed text check (closed in ('done', 'untraded', 'replaced', 'corrected')),
  check ((closed is null) = (next_look_at is not null))
);
create index watches_due on watches (next_look_at, binding_id) where next_look_at is not null;
insert into watches (binding_id, next_look_at) select id, now() from token_bindings where state = 'proven';

-- One look at one token. Rows are only ever appended.
create table observations (
  binding_id uuid not null references token_bindings (id),
  seen_at timestamptz not null,
  -- `absent`: the provider knows no pair; `uncounted`: it knows only pairs against unknown quotes
  state text not null check (state in ('seen', 'absent', 'uncounted')),
  -- US dollars, rounded to three significant digits
  depth numeric,
  is_partial boolean not null,
  chain_depth numeric,
  buys integer,
  sells integer,
  volume numeric,
  price numeric,
  pairs integer not null,
  counted integer not null,
  -- liquidity taken out since the look before: the fraction, by whom, and in which transaction
  removal_share numeric,
  removal_by text check (removal_by in ('insider', 'venue', 'other')),
  removal_tx text,
  cannot_sell boolean,
  source text not null,
  primary key (binding_id, seen_at),
  check ((removal_share is null) = (removal_by is null))
);
create index observations_by_time on observations (seen_at);

create trigger observations_append_only before update or delete on observations
  for each row execute function refuse_change();

-- The secret from which each day's key of looks is made; the keys are published day by day, the secret never.
create table look_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);

-- How far the chain has been read for the launches of each venue.
create table venue_cursors (
  venue text not null,
  chain_id bigint not null,
  block bigint not null,
  read_at timestamptz not null,
  primary key (venue, chain_id)
);
