-- A token as the launch of a score (D66). A launch has at most one binding that is proven, and so has a token.
create table token_bindings (
  id uuid primary key,
  score_id uuid not null references scores (id),
  submission_id uuid not null references submissions (id),
  enrollment_id uuid not null references enrollments (id),
  chain_id bigint not null,
  -- token and creator in lower case
  token text not null,
  creator_address text not null,
  -- `pending`: the chain doesn't show the creation yet; `unproven`: it shows that the creator didn't make the token
  state text not null check (state in ('pending', 'proven', 'unproven')),
  -- why the record of outcomes doesn't count it; null when it does, or when it isn't proven
  excluded text check (excluded in ('scored_after_creation', 'too_old')),
  -- the signed text, and who verified the signature: `key`, or `contract` on the chain at a block
  message text not null,
  signature bytea not null,
  verified_by text not null,
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
  check ((state = 'pending') = (next_check_at is not null))
);
-- Only what is proven shuts others out: a pending claim on somebody else's token blocks nobody.
create unique index token_bindings_token on token_bindings (chain_id, token) where state = 'proven';
create unique index token_bindings_launch on token_bindings (submission_id) where state = 'proven';
create unique index token_bindings_claim on token_bindings (submission_id, chain_id, token);
create index token_bindings_due on token_bindings (next_check_at) where state = 'pending';
create index token_bindings_by_enrollment on token_bindings (enrollment_id, bound_at desc, id desc);

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
