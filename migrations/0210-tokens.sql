-- A token as the launch of a score (D66). A launch has at most one binding that is proven, and so has a token.
create table token_bindings (
  id uuid primary key,
  score_id uuid not null references scores (id),
  submission_id uuid not null references submissions (id),
  -- null: the service found the token, and the launch isn't enrolled
  enrollment_id uuid references enrollments (id),
  chain_id bigint not null,
  -- token and creator in lower case
  token text not null,
  creator_address text not null,
  -- `pending`: the chain doesn't show the creation yet; `unproven`: it shows that the creator didn't make the token
  state text not null check (state in ('pending', 'proven', 'unproven', 'replaced', 'corrected')),
  -- Why the record of outcomes doesn't count it; null when it does, or when it isn't proven. `renamed`: a signed token that has
  -- another name than its score counts only where the score was enrolled before the token existed.
  excluded text check (excluded in ('scored_after_creation', 'too_old', 'not_final', 'named_unsigned', 'renamed')),
  -- the signed text, and who verified the signature: `key`, or `contract` on the chain at a block
  message text,
  signature bytea,
  verified_by text,
  verified_chain_id bigint,
  verified_block bigint,
  -- the creator's own word on the transaction; it spares the explorer for two of the proofs
  creation_hint text,
  name text,
  symbol text,
  venue text,
  creation_tx text,
  creation_block bigint,
  created_block_at timestamptz,
  -- the score was on the chain before the token
  is_anchored boolean not null default false,
  -- while it is pending
  next_check_at timestamptz,
  bound_at timestamptz not null,
  -- `found`: by the service on the chain; `signed`: by the creator, or confirmed by the creator's signature
  origin text not null check (origin in ('found', 'signed')),
  -- the binding that this one replaced
  predecessor uuid references token_bindings (id),
  -- Whoever caused the token's creation: the sender of its transaction, or that of its only user operation, in lower case.
  creation_sender text,
  -- The launchpad sells the token on a curve first, of which market data may show nothing.
  has_curve boolean not null default false,
  -- A launchpad only names the wallet, which has signed nothing: whatever else excludes the binding, it isn't charged to the wallet.
  is_named_unsigned boolean not null default false,
  check ((state = 'pending') = (next_check_at is not null)),
  constraint token_bindings_signed_check
    check (origin = 'found' or (message is not null and signature is not null and verified_by is not null
      and enrollment_id is not null))
);
-- Only what is proven shuts others out: a pending claim on somebody else's token blocks nobody.
create unique index token_bindings_token on token_bindings (chain_id, token) where state = 'proven';
create unique index token_bindings_launch on token_bindings (submission_id) where state = 'proven';
create unique index token_bindings_claim on token_bindings (submission_id, chain_id, token);
create index token_bindings_due on token_bindings (next_check_at) where state = 'pending';
create index token_bindings_by_creator on token_bindings (creator_address, bound_at desc);
create index token_bindings_by_creation_sender on token_bindings (creation_sender) where creation_sender is not null;

-- Each fact that the chain showed, with where to look it up.
create table token_proofs (
  binding_id uuid not null references token_bindings (id),
  kind text not null check (kind in ('deployed', 'sent', 'operation', 'named', 'rights', 'signature')),
  tx_hash text,
  block_number bigint,
  -- for `rights`: the function that answered with the creator's wallet
  call text,
  shown_at timestamptz not null,
  primary key (binding_id, kind)
);

-- Anyone can name any wallet, so a token that the service found is a wallet's own only when the wallet sent the creation (D105).
-- The proofs of a binding are stored before its state.
create function is_consented(binding token_bindings) returns boolean language sql stable as $$
  select binding.origin = 'signed' or binding.creation_sender = binding.creator_address or exists (
    select from token_proofs where binding_id = binding.id and kind in ('deployed', 'sent', 'operation'))
$$;

-- 1.0.0 may still take an enrollment for consent.
create function require_consent() returns trigger language plpgsql as $$
begin
  if not coalesce(is_consented(new), false) then
    new.state := 'unproven';
    new.excluded := 'named_unsigned';
    new.is_named_unsigned := true;
  end if;
  return new;
end $$;
create trigger token_bindings_consent before update of state on token_bindings
  for each row when (new.state = 'proven' and old.state is distinct from 'proven') execute function require_consent();

create function require_binding() returns trigger language plpgsql as $$
begin
  -- Returning null skips the update.
  if not exists (
    select from token_bindings where submission_id = new.id and token = new.bound_token and state = 'proven') then
    return null;
  end if;
  return new;
end $$;
create trigger submissions_bind before update of bound_token on submissions
  for each row when (new.bound_token is not null and new.bound_token is distinct from old.bound_token)
  execute function require_binding();

-- The creator's signed word that a token is not theirs. It is final.
create table token_denials (
  binding_id uuid primary key references token_bindings (id),
  message text not null,
  signature bytea not null,
  verified_by text not null,
  verified_chain_id bigint,
  verified_block bigint,
  denied_at timestamptz not null
);

-- How far the chain has been read for the launches of each venue.
create table venue_cursors (
  venue text not null,
  chain_id bigint not null,
  block bigint not null,
  read_at timestamptz not null,
  primary key (venue, chain_id)
);

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
  -- Nothing of the curve was seen in 30 days: trading began with the creation, at prices that can't be told.
  is_on_curve boolean not null default false,
  check ((closed is null) = (next_look_at is not null))
);
create index watches_due on watches (next_look_at, binding_id) where next_look_at is not null;

-- One look at one token. Rows are only ever appended. They are kept in a partition for each month, which a job makes ahead. None
-- is ever dropped.
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
) partition by range (seen_at);
create table observations_default partition of observations default;
create table observations_earlier partition of observations for values from (minvalue) to ('2027-01-01T00:00:00Z');
create index observations_by_time on observations (seen_at);
-- the name that it has in databases of 1.0.0
alter index observations_earlier_seen_at_idx rename to observations_earlier_by_time;

create trigger observations_append_only before update or delete on observations
  for each row execute function refuse_change();
-- Truncation is refused for each table by itself: each partition that is made gets this trigger too.
create trigger observations_kept before truncate on observations execute function refuse_record_change();
create trigger observations_kept before truncate on observations_default execute function refuse_record_change();
create trigger observations_kept before truncate on observations_earlier execute function refuse_record_change();

-- The secret from which each day's key of looks is made; the keys are published day by day, the secret never.
create table look_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);

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
