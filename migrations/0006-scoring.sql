-- Submitted images by content: decoded, scaled and stripped, as the judge saw them (D20).
create table images (
  hash text primary key,
  -- null: deleted, because all submissions with this image were taken down (D78)
  bytes bytea,
  media_type text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
-- PNG is compressed already
alter table images alter column bytes set storage external;

create table submissions (
  id uuid primary key,
  name text not null,
  symbol text not null,
  description text not null,
  image_url text not null,
  x_handle text not null,
  -- the handle without @, lower-case
  handle text not null,
  creator_address text not null,
  contract_address text,
  image_hash text not null references images (hash),
  -- Which launch the submission is of: its folded name and symbol and its image (D60), computed by
  -- src/scoring/identity/launch-identity.ts. A submission without one counts as a launch of its own until the job
  -- `identify launches` sets it.
  identity bytea,
  -- when the creator's wallet signed for it
  signed_at timestamptz,
  -- why it is taken down, in the operator's words for the public; null: it is shown
  hidden_reason text,
  created_at timestamptz not null
);
create index submissions_identity on submissions using hash (identity);
create index submissions_image on submissions using hash (image_hash);
create index submissions_creator on submissions using hash (creator_address);
create index submissions_hidden on submissions (id) where hidden_reason is not null;
create index submissions_claim on submissions (handle, signed_at) where signed_at is not null;
create index submissions_signer on submissions (creator_address) where signed_at is not null;
create index submissions_unidentified on submissions (id) where identity is null;

-- What is taken down at present (D78): a submission with all its scores, or all submissions of a creator.
create table takedowns (
  -- `submission` or `creator`
  kind text not null,
  -- the id of the submission, or the address in lower case
  subject text not null,
  reason text not null,
  hidden_at timestamptz not null,
  primary key (kind, subject)
);

-- Who took down what and put it back, and why.
create table takedown_log (
  id uuid primary key,
  kind text not null,
  subject text not null,
  -- the score that was named; null for a creator
  score_id uuid,
  action text not null,
  reason text not null,
  actor text not null,
  done_at timestamptz not null
);
create index takedown_log_newest on takedown_log (done_at desc, id desc);

-- The reason that a submission is hidden for: its own before its creator's.
create function find_hidden_reason(submission uuid, creator text) returns text language sql stable as $$
  select reason from takedowns
  where (kind, subject) in (('submission', submission::text), ('creator', creator))
  order by kind desc limit 1
$$;

-- For scorings that began before their creator was taken down.
create function hide_submission() returns trigger language plpgsql as $$
begin
  new.hidden_reason := find_hidden_reason(new.id, new.creator_address);
  return new;
end $$;
create trigger submissions_hide before insert on submissions for each row execute function hide_submission();

-- `body` is the whole ScoreResult as first sent; it never changes (D11, D36). `evidence` is what the score was made from.
create table scores (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  rescored_from uuid references scores (id),
  -- the `root_id` of the API key that asked for it; null: none did
  owner_id uuid,
  -- made with a test key, and so in no list (D77)
  is_test boolean not null default false,
  aggregate_x100 integer not null,
  band text not null,
  -- for lists, which read no bodies (D59)
  warning_codes text[] not null default '{}',
  has_stubs boolean not null,
  prompt_version text not null,
  prompt_name text not null,
  prompt_major integer not null,
  contract_address text,
  -- the providers reported the creator's wallet as the deployer or owner of the contract (D61)
  is_deployer boolean not null default false,
  -- made under the prompt version that was active then, not a replay under an older one (D62)
  is_current boolean not null default true,
  -- Who speaks for the contract. 0: anybody; 1: a creator who signed; 2: one who signed and is_deployer; 3: one whose launch
  -- is bound to the contract, which nothing sets yet.
  standing smallint not null default 0,
  body text not null,
  evidence jsonb not null,
  created_at timestamptz not null
);
create index scores_by_token on scores (contract_address, standing desc, created_at desc, id desc)
  where contract_address is not null and is_current and not is_test;
create index scores_by_owner on scores (owner_id, id desc) where owner_id is not null;
create index scores_by_submission on scores (submission_id, created_at desc, id desc);

-- A replay of a signed submission is signed too. The lock makes it wait for a signature that is on its way.
create function set_standing() returns trigger language plpgsql as $$
declare
  signature timestamptz;
begin
  select signed_at into signature from submissions where id = new.submission_id for share;
  if signature is not null then
    new.standing := greatest(new.standing, case when new.is_deployer then 2 else 1 end);
  end if;
  return new;
end $$;
create trigger scores_standing before insert on scores for each row execute function set_standing();

-- Who named which handle in a pitch, for the social signal.
create table handle_mentions (
  handle text not null,
  creator_address text not null,
  mentioned_at timestamptz not null,
  primary key (handle, creator_address)
);

-- Handles that established creators (D75) signed for: as their own (claim), and as named in their pitches (mention).
create table signed_handles (
  handle text not null,
  kind text not null,
  creator_address text not null,
  signed_at timestamptz not null,
  primary key (handle, kind, signed_at, creator_address)
);

-- Idempotency-Key (D22): one row per key and route, claimed before the work, sealed in the work's transaction.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  score_id uuid references scores (id),
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The scorings that began on a day in UTC (D82). `bucket` is the hash of a client network or of its IPv6 /48, or `key ` and the
-- `root_id` of an API key; '' counts all.
create table daily_scores (
  day date not null,
  bucket text not null,
  taken integer not null,
  primary key (day, bucket)
);

-- The bytes that scorings stored on a day in UTC, for STORE_DAILY_BYTES (D83). `bucket` as in daily_scores.
create table daily_bytes (
  day date not null,
  bucket text not null,
  bytes bigint not null,
  primary key (day, bucket)
);
