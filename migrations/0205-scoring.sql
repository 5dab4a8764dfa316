-- Responses of the data providers, as long as they count as fresh.
create table provider_answers (
  key text primary key,
  answer jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_answers_expiry on provider_answers (expires_at);

-- Submitted images by content: decoded, scaled and stripped, as the judge saw them (D20).
create table images (
  hash text primary key,
  -- null: deleted, because all submissions with this image were taken down (D78)
  bytes bytea,
  media_type text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- it is in image_looks
  has_look boolean not null default false
);
-- PNG is compressed already
alter table images alter column bytes set storage external;
create index images_without_look on images (created_at, hash) where not has_look and bytes is not null;

-- Images that clients sent before they submit a launch with one of them. After `expires_at` the entry is deleted, and with it
-- the image, unless a submission has it.
create table uploads (
  image_hash text primary key references images (hash),
  expires_at timestamptz not null,
  -- who paid for the bytes, and how many: they are given back when no submission takes the image
  charged_bytes integer not null default 0,
  charged_to jsonb
);
create index uploads_expiry on uploads (expires_at);

create sequence image_position;

-- How the stored images look, to find near-identical ones without a model. Written before the judge sees an image, so that two
-- near-identical images that arrive at once end in one group.
create table image_looks (
  image_hash text primary key,
  -- The group: the image_hash of the first of near-identical images, or `blank` and a colour. Judged content has it as the key
  -- of its image.
  picture_key text not null,
  -- older images have lower numbers
  position bigint not null default nextval('image_position') unique,
  -- the signs of 64 coefficients of a discrete cosine transform; null: the image is blank
  fingerprint bigint,
  -- The fingerprint's four bands of 16 bits, of the first image of a group only. Of two fingerprints that differ in at most six
  -- bits, one band differs in at most one.
  band_0 integer,
  band_1 integer,
  band_2 integer,
  band_3 integer,
  -- 32×32 pixels of red, green and blue
  thumbnail bytea not null,
  detail double precision not null,
  -- a submission with this image was stored
  is_submitted boolean not null default false,
  created_at timestamptz not null,
  -- What the middle of the picture looks like, for finding copies of it that are mirrored, cropped, framed, turned a little or
  -- inverted (D111): 48 signs of low frequencies. Of the first image of a group only, as its bands; computed by
  -- src/scoring/memory/picture-views.ts from the thumbnail. null: not computed yet, or the middle shows nothing to compare.
  middle bigint,
  -- six selections of 16 of them: of two codes with few different signs, one is mostly equal
  middle_0 integer,
  middle_1 integer,
  middle_2 integer,
  middle_3 integer,
  middle_4 integer,
  middle_5 integer,
  has_middle boolean not null default false
);
-- The oldest come first and scans are bounded, so that later images can't displace earlier ones from a search.
create index image_looks_band_0 on image_looks (band_0, position) include (fingerprint) where band_0 is not null;
create index image_looks_band_1 on image_looks (band_1, position) include (fingerprint) where band_1 is not null;
create index image_looks_band_2 on image_looks (band_2, position) include (fingerprint) where band_2 is not null;
create index image_looks_band_3 on image_looks (band_3, position) include (fingerprint) where band_3 is not null;
create index image_looks_middle_0 on image_looks (middle_0, position) include (middle) where middle_0 is not null;
create index image_looks_middle_1 on image_looks (middle_1, position) include (middle) where middle_1 is not null;
create index image_looks_middle_2 on image_looks (middle_2, position) include (middle) where middle_2 is not null;
create index image_looks_middle_3 on image_looks (middle_3, position) include (middle) where middle_3 is not null;
create index image_looks_middle_4 on image_looks (middle_4, position) include (middle) where middle_4 is not null;
create index image_looks_middle_5 on image_looks (middle_5, position) include (middle) where middle_5 is not null;
create index image_looks_without_middle on image_looks (position) where not has_middle and band_0 is not null;
create index image_looks_group on image_looks (picture_key, position);
create index image_looks_unsubmitted on image_looks (created_at) where not is_submitted;

-- The positions of the first images of the groups whose fingerprints differ from `wanted` in at most six bits, the oldest
-- first, 16 at most. Of each value of a band it reads the 100 oldest images: whatever is stored, at most 6,800 entries of an
-- index.
create function list_near_images(wanted bigint) returns table (near bigint) language sql stable as $$
  with neighbours as (
    select band, value from generate_series(0, 3) as band
    cross join lateral (select ((wanted >> 16 * band) & 65535)::integer as own) as bits
    cross join lateral (select own union all select own # (1 << bit) from generate_series(0, 15) as bit) as one (value)),
  read as (
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_0 = value and band_0 is not null order by position limit 100) as entry where band = 0
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_1 = value and band_1 is not null order by position limit 100) as entry where band = 1
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_2 = value and band_2 is not null order by position limit 100) as entry where band = 2
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_3 = value and band_3 is not null order by position limit 100) as entry where band = 3)
  select distinct position from read where bit_count((fingerprint # wanted)::bit(64)) <= 6 order by position limit 16
$$;

-- Until the end of the transaction, images that may be near-identical wait for each other: of two fingerprints that differ in at
-- most six bits, one of seven parts is equal. The number of the locks is "look".
create function lock_near_images(wanted bigint) returns void language sql as $$
  select pg_advisory_xact_lock(1819242347,
      (1024 * part + ((wanted >> 9 * part) & case part when 6 then 1023 else 511 end))::integer)
    from generate_series(0, 6) as part
$$;

-- Inserts the look of an image; false: it has one.
create function insert_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision, new_created_at timestamptz
) returns boolean language plpgsql as $$
declare
  is_first constant boolean := new_key = new_hash and new_fingerprint is not null;
begin
  perform set_config('synchronous_commit', 'off', true); -- the score that uses it commits later
  insert into image_looks
      (image_hash, picture_key, fingerprint, band_0, band_1, band_2, band_3, thumbnail, detail, created_at)
    select new_hash, new_key, new_fingerprint, bands[1], bands[2], bands[3], bands[4], new_thumbnail, new_detail, new_created_at
    from (select case when is_first then
      array(select ((new_fingerprint >> 16 * band) & 65535)::integer from generate_series(0, 3) as band) end as bands) as split
    on conflict (image_hash) do nothing;
  return found;
end
$$;

-- Inserts the look of an image in the group that its caller chose. False: it has one, or its group must be chosen anew, because
-- the near images are no longer those that the caller has seen.
create function insert_grouped_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision,
  new_created_at timestamptz, seen bigint[]
) returns boolean language plpgsql as $$
begin
  if new_fingerprint is not null then
    perform lock_near_images(new_fingerprint);
    if array(select near from list_near_images(new_fingerprint) order by near) <> seen then
      return false;
    end if;
  end if;
  return insert_look(new_hash, new_key, new_fingerprint, new_thumbnail, new_detail, new_created_at);
end
$$;

-- The look of an image, then the looks near it, the oldest first. An image whose look isn't stored, and which no other is near,
-- becomes the first of a group. If others are near, only they are returned, because the caller must choose its group.
create function recall_look(
  new_hash text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision, new_created_at timestamptz
) returns setof image_looks language plpgsql as $$
declare
  own image_looks;
begin
  select * into own from image_looks where image_hash = new_hash;
  if found then
    return next own;
    return query select look.* from list_near_images(own.fingerprint) join image_looks as look on position = near
      order by position;
  elsif new_fingerprint is not null then
    perform lock_near_images(new_fingerprint);
    return query select look.* from list_near_images(new_fingerprint) join image_looks as look on position = near
      order by position;
    if not found then
      perform insert_look(new_hash, new_hash, new_fingerprint, new_thumbnail, new_detail, new_created_at);
      return query select * from image_looks where image_hash = new_hash;
    end if;
  end if;
end
$$;

-- The positions of images whose middle may be what views of another picture show: the eight nearest by their codes, and the
-- eight oldest of those that differ in at most six signs, so that later images can't push an early one out. `keys` has the
-- six keys of each code, one code after the other. Of each key it reads the 50 oldest images.
create function list_seen_images(codes bigint[], keys integer[]) returns table (seen bigint) language sql stable as $$
  with asked as (
    select codes[n] as code, keys[6 * n - 5] as key_0, keys[6 * n - 4] as key_1, keys[6 * n - 3] as key_2,
      keys[6 * n - 2] as key_3, keys[6 * n - 1] as key_4, keys[6 * n] as key_5
    from generate_subscripts(codes, 1) as n),
  read as (
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_0 = key_0 and middle_0 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_1 = key_1 and middle_1 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_2 = key_2 and middle_2 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_3 = key_3 and middle_3 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_4 = key_4 and middle_4 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_5 = key_5 and middle_5 is not null order by position limit 50) as entry),
  near as (
    select position, min(bit_count((middle # code)::bit(64))) as differing from read
    group by position having min(bit_count((middle # code)::bit(64))) <= 12)
  (select position from near order by differing, position limit 8)
  union
  (select position from near where differing <= 6 order by position limit 8)
$$;

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
  created_at timestamptz not null,
  -- its launch is in launch_names
  is_named boolean not null default false,
  -- The contract that the launch is bound to (lower case, D66). The submission's scores then speak for that contract.
  bound_token text,
  -- Which of the judge's samples replays of the submission use: those of its content (null), or the ones that were taken afresh
  -- for an appeal.
  measurement text,
  -- Columns that lists read beside a stored record, which never changes. The record maintains the outcome: graduated, alive,
  -- dead or rugged, as soon as one is decided; rugged stays (D101).
  outcome text,
  outcome_at timestamptz,
  -- the token that is bound and proven, lower case (D105)
  bound_contract text collate "C",
  -- signature, voucher or none (D104)
  creator_proof text not null default 'none',
  -- The creator signal of the score that the wallet signed for last: whether the submission has weight against later ones
  -- (D111). null: not signed, or the signal was not measured.
  signer_score smallint,
  -- why the launch is dead or rugged, in the words of the outcome rules
  outcome_cause text
);
create index submissions_creator on submissions using hash (creator_address);
create index submissions_hidden on submissions (id) where hidden_reason is not null;
-- what was taken down of a creator: subtracted from the counts of launches
create index submissions_hidden_creator on submissions (creator_address) where hidden_reason is not null;
create index submissions_claim on submissions (handle, signed_at) where signed_at is not null;
create index submissions_signer on submissions (creator_address) where signed_at is not null;
create index submissions_unidentified on submissions (id) where identity is null;
create index submissions_unnamed on submissions (id) where not is_named;
-- the first submissions with an image, of a launch, and of a creator
create index submissions_by_image on submissions (image_hash, created_at, id);
create index submissions_by_identity on submissions (identity, created_at, id);
create index submissions_by_creator on submissions (creator_address, created_at, id);
-- the oldest submissions with weight, which many others can't cover
create index submissions_weighty_by_image on submissions (image_hash, created_at, id)
  where signer_score >= 50 or bound_contract is not null;
create index submissions_weighty_by_identity on submissions (identity, created_at, id)
  where signer_score >= 50 or bound_contract is not null;
-- Signed submissions that are shown: one that is taken down no longer counts.
create index submissions_signatures on submissions (identity, signed_at, id)
  where signed_at is not null and hidden_reason is null;
create index submissions_signatures_of on submissions (identity, creator_address)
  where signed_at is not null and hidden_reason is null;
create index submissions_signed_contracts on submissions (creator_address, coalesce(bound_token, contract_address), signed_at)
  where signed_at is not null and hidden_reason is null;

-- `bound_contract` follows the mark of the bound token, also when 1.0.0 sets it.
create function follow_bound_token() returns trigger language plpgsql as $$
begin
  new.bound_contract := new.bound_token;
  return new;
end $$;
create trigger submissions_bound before insert or update of bound_token on submissions
  for each row execute function follow_bound_token();

-- What is taken down at present (D78): a submission with all its scores, or all submissions of a creator. A take-down of a
-- submission also covers the same launch by the same creator from then on, or by everybody (D116).
create table takedowns (
  -- `submission` or `creator`
  kind text not null,
  -- the id of the submission, or the address in lower case
  subject text not null,
  reason text not null,
  hidden_at timestamptz not null,
  creator_address text collate "C",
  identity bytea,
  -- folded and cut as in launch_names
  launch_name text,
  launch_symbol text,
  -- of the image, whose features are deleted with it
  image_hash text,
  fingerprint bigint,
  is_for_everybody boolean not null default false,
  primary key (kind, subject)
);
create index takedowns_identity on takedowns (identity);
create index takedowns_launch on takedowns (launch_name, launch_symbol);

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
  done_at timestamptz not null,
  is_for_everybody boolean not null default false
);
create index takedown_log_newest on takedown_log (done_at desc, id desc);

-- The reason that a submission is hidden for: its own before its creator's. The function with two arguments is for 1.0.0.
create function find_hidden_reason(submission uuid, creator text) returns text language sql stable as $$
  select reason from takedowns
  where (kind, subject) in (('submission', submission::text), ('creator', creator))
  order by kind desc limit 1
$$;
create function find_hidden_reason(submission uuid, creator text, launch bytea) returns text language sql stable as $$
  select reason from takedowns
  where (kind, subject) in (('submission', submission::text), ('creator', creator))
    or (identity = launch and (is_for_everybody or creator_address = creator))
  order by subject = submission::text desc, kind desc limit 1
$$;

-- For scorings that began before their creator or their launch was taken down.
create function hide_submission() returns trigger language plpgsql as $$
begin
  new.hidden_reason := find_hidden_reason(new.id, new.creator_address, new.identity);
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
  -- is bound to the contract.
  standing smallint not null default 0,
  body text not null,
  evidence jsonb not null,
  created_at timestamptz not null,
  -- the contract whose report by the token-risk provider the score rests on, lower case; null: none was read
  measured_contract text collate "C",
  -- the deployer of the contract as the providers reported it for this record, lower case; null: they reported none (D113)
  reported_deployer text collate "C",
  -- Which score speaks for its contract (D61, D107, D113): the one with the highest `speaks`, of these the first creator who
  -- signed for the contract, of that creator's scores the newest.
  -- 0: not signed; 1: signed by a wallet that isn't the reported deployer; 2: not signed, but names the reported deployer;
  -- 3: signed; 4: signed by the reported deployer or owner; 5: bound and proven.
  speaks smallint not null default 0,
  -- when the creator first signed a submission that names the contract
  speaks_from timestamptz not null default 'infinity'
);
create index scores_speaking on scores (contract_address, speaks desc, speaks_from, created_at desc, id desc)
  where contract_address is not null and is_current and not is_test;
create index scores_by_owner on scores (owner_id, id desc) where owner_id is not null;
create index scores_by_submission on scores (submission_id, created_at desc, id desc);
create index scores_final on scores (submission_id, prompt_name, prompt_major, created_at desc, id desc)
  where not has_stubs and is_current;
create index scores_measured on scores (submission_id, measured_contract, created_at desc)
  where measured_contract is not null;

create function note_scores() returns trigger language plpgsql as $$
begin
  insert into activity (name, at, amount)
    select case when has_stubs then 'score.preliminary' else 'score.' || band end, created_at, count(*)
    from added where not is_test group by 1, 2
    union all
    select 'rescore', created_at, count(*) from added where rescored_from is not null and not is_test group by 2;
  return null;
end $$;
create trigger scores_noted after insert on scores
  referencing new table as added for each statement execute function note_scores();

-- When a creator signs, all scores of the submission speak for the contract.
create function sign_scores() returns trigger language plpgsql as $$
begin
  update scores set standing = greatest(standing, case when is_deployer then 2 else 1 end) where submission_id = new.id;
  return null;
end $$;
create trigger submissions_signed after update of signed_at on submissions
  for each row when (old.signed_at is null and new.signed_at is not null) execute function sign_scores();

-- Whether codes of warnings hold one that is shown before the band (D59), as contract/codes.ts has them. Of the right to
-- seize tokens, only taking them is critical (D100); older records keep the code of the whole right.
create function has_critical(codes text[]) returns boolean language sql immutable as $$
  select codes && array['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_take_tokens', 'owner_can_seize',
    'listed_deployer']
$$;

-- For each contract the newest score that measured it, with its warnings (D106). Their critical ones belong to every answer
-- that speaks of the contract. Only what the contract's own report shows: neither the submission nor the wallet that it names
-- has a part in it.
create table contract_readings (
  contract_address text collate "C" primary key,
  score_id uuid not null,
  warning_codes text[] not null,
  read_at timestamptz not null
);

-- Bound contracts, and the newest record that measured each (D106). Those without one wait for the job `examine bound contracts`.
create table contract_examinations (
  submission_id uuid primary key references submissions (id),
  contract_address text collate "C" not null,
  -- null: no record has measured the contract yet
  score_id uuid references scores (id),
  attempts integer not null default 0,
  -- when the job tries again; a process that tries holds the row until then
  next_attempt_at timestamptz not null default 'epoch'
);
create index contract_examinations_due on contract_examinations (next_attempt_at) where score_id is null;
create index contract_examinations_by_contract on contract_examinations (contract_address);

create function plan_examination() returns trigger language plpgsql as $$
begin
  delete from contract_examinations where submission_id = new.id;
  if new.bound_token is not null then
    insert into contract_examinations (submission_id, contract_address, score_id) values (new.id, new.bound_token, (
      select id from scores where submission_id = new.id and measured_contract = new.bound_token
      order by created_at desc, id desc limit 1));
  end if;
  return null;
end $$;
create trigger submissions_examined after update of bound_token on submissions
  for each row when (old.bound_token is distinct from new.bound_token) execute function plan_examination();

-- The warnings that are shown with a score now (D106): its own, and the critical ones of the newest reading of the contract that
-- it speaks for; critical ones first. A bound token that no record of the submission has measured yet is not examined.
create function shown_warnings(own text[], submission uuid, bound text, submitted text)
returns text[] language sql stable as $$
  select array(
    select code from (
      select code, place from unnest(own) with ordinality as stored (code, place)
      union all
      select code, 100 + place from contract_readings r, unnest(r.warning_codes) with ordinality as read (code, place)
        where r.contract_address = coalesce(bound, submitted) and has_critical(array[code])
      union all
      select 'not_examined', 200 where bound is not null and exists (
        select from contract_examinations e where e.submission_id = submission and e.score_id is null)) as listed
    group by code
    order by not has_critical(array[code]), min(place))
$$;

-- The deployer of each contract by the newest record that reports one.
create table contract_deployers (
  contract_address text collate "C" primary key,
  deployer text collate "C" not null,
  reported_at timestamptz not null
);

create function score_speaks(standing smallint, creator text, deployer text) returns smallint language sql immutable as $$
  select (case
    when standing >= 2 then standing + 2
    when standing = 1 then case when deployer <> creator then 1 else 3 end
    when deployer = creator then 2
    else 0 end)::smallint
$$;

create function first_signature(creator text, contract text) returns timestamptz language sql stable as $$
  select coalesce(min(signed_at), 'infinity') from submissions
  where creator_address = creator and coalesce(bound_token, contract_address) = contract
    and signed_at is not null and hidden_reason is null
$$;

-- A replay of a signed submission is signed too. The lock makes it wait for a signature that is on its way.
create function set_standing() returns trigger language plpgsql as $$
declare
  creator text;
  signature timestamptz;
  bound text;
begin
  select creator_address, signed_at, bound_token into creator, signature, bound
  from submissions where id = new.submission_id for share;
  if tg_op = 'INSERT' then
    if signature is not null then
      new.standing := greatest(new.standing, case when new.is_deployer then 2 else 1 end);
    end if;
    if bound is not null then
      new.contract_address := bound;
      new.standing := 3;
    end if;
  end if;
  if new.contract_address is not null then
    new.speaks := score_speaks(new.standing, creator, coalesce(
      (select deployer from contract_deployers where contract_address = new.contract_address), new.reported_deployer));
    new.speaks_from := case when signature is null then 'infinity'
      else first_signature(creator, new.contract_address) end;
  else
    new.speaks := score_speaks(new.standing, creator, null);
    new.speaks_from := 'infinity';
  end if;
  return new;
end $$;
create trigger scores_standing before insert on scores for each row execute function set_standing();
create trigger scores_speak before update of standing, contract_address on scores
  for each row execute function set_standing();

-- The names of launches for search: name and symbol as their identity folds them, so that they never change. Written with the
-- first submission of a launch, or by the job `name launches for search`.
create table launch_names (
  identity bytea primary key,
  name text collate "C" not null,
  symbol text collate "C" not null,
  -- every run of three characters in either, and every pair that isn't Latin
  grams text[] not null,
  -- a creator has signed for one of its submissions
  is_signed boolean not null,
  created_at timestamptz not null,
  -- Search lists signed launches in the order of their signatures; null: no signed submission of the launch is shown.
  first_signed_at timestamptz
);
create index launch_names_name_signed on launch_names (name, first_signed_at, created_at);
create index launch_names_symbol_signed on launch_names (symbol, first_signed_at, created_at);
create index launch_names_both on launch_names (name, symbol, created_at);
-- Without fastupdate, a search never reads a list of pending entries.
create index launch_names_grams on launch_names using gin (grams) with (fastupdate = off);
create index launch_names_signed on launch_names using gin (grams) with (fastupdate = off) where is_signed;

create function note_signed_name() returns trigger language plpgsql as $$
begin
  update launch_names set is_signed = true where identity = new.identity and not is_signed;
  return null;
end $$;
create trigger submissions_signed_name after update of signed_at on submissions
  for each row when (old.signed_at is null and new.signed_at is not null) execute function note_signed_name();

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
  -- The launch that a handle was claimed with (D112): a claim lapses when it is neither scheduled nor launched. null: a mention,
  -- or a claim that an earlier release noted.
  submission_id uuid references submissions (id),
  primary key (handle, kind, signed_at, creator_address)
);
-- the claims of a wallet, to count them
create index signed_handles_claims on signed_handles (creator_address, signed_at) where kind = 'claim';

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

-- The bytes that scorings stored on a day in UTC, as 1.0.0 counts them; `budget_use` has replaced the table.
create table daily_bytes (
  day date not null,
  bucket text not null,
  bytes bigint not null,
  primary key (day, bucket)
);
