-- The record of outcomes. Rows are only ever appended: the trigger of each table refuses every change. What is kept beside
-- them for quick reads (`launch_survivals`, `track_record_folds`) is made from them, and is never the only copy.

create function refuse_record_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever appended', tg_table_name;
end $$;

-- A proven binding as the record counts it, with all that the statistics know of its score.
create table recorded_launches (
  binding_id uuid primary key references token_bindings (id),
  score_id uuid not null references scores (id),
  enrollment_id uuid references enrollments (id),
  prompt_name text not null,
  prompt_major integer not null,
  aggregate_x100 integer not null,
  band text not null check (band in ('green', 'amber', 'red')),
  -- final scores of the same creator and folded name before this one
  earlier_scores integer not null,
  scored_at timestamptz not null,
  -- null: enrolled after the token's creation, or never
  enrolled_at timestamptz,
  is_anchored boolean not null,
  chain_id bigint not null,
  -- token and creator in lower case
  creator_address text not null,
  token text not null,
  origin text not null check (origin in ('found', 'signed')),
  -- the strongest proof
  proof text,
  -- why it doesn't count; null when it does
  excluded text,
  created_block_at timestamptz not null,
  recorded_at timestamptz not null
);
create index recorded_launches_by_time on recorded_launches (recorded_at);
create index recorded_launches_by_creator on recorded_launches (creator_address);

-- When a launch began to trade. Ages count from here; it never changes.
create table recorded_starts (
  binding_id uuid primary key references recorded_launches (binding_id),
  trading_since timestamptz not null,
  recorded_at timestamptz not null
);
create index recorded_starts_by_time on recorded_starts (recorded_at);

create table outcomes (
  binding_id uuid not null references recorded_launches (binding_id),
  horizon text not null check (horizon in ('24h', '7d', '30d', '90d')),
  outcome text not null check (outcome in ('graduated', 'alive', 'dead', 'rugged', 'unknown')),
  cause text,
  rules text not null,
  -- the look that decided; null when there was none in the window
  seen_at timestamptz,
  decided_at timestamptz not null,
  primary key (binding_id, horizon, rules)
);
create index outcomes_newest on outcomes (decided_at desc, binding_id);

create table graduations (
  binding_id uuid primary key references recorded_launches (binding_id),
  rules text not null,
  -- the look that completed the seven days
  graduated_at timestamptz not null,
  -- the first of the seven days, counted from 0
  from_day integer not null,
  least_depth numeric not null,
  decided_at timestamptz not null
);
create index graduations_newest on graduations (graduated_at desc, binding_id desc);
create index graduations_by_time on graduations (decided_at);

create table corrections (
  id uuid primary key,
  -- `binding:<id>`, `outcome:<id>:30d`
  subject text not null,
  reason text not null check (reason in ('not_theirs', 'wrong_token', 'wrong_data', 'wrong_rule')),
  explanation text not null,
  corrected_at timestamptz not null
);
create index corrections_by_time on corrections (corrected_at);
create index corrections_by_subject on corrections (subject);

-- The claims, fixed before the first outcome: their text and its keccak256.
create table outcome_claims (
  version text primary key,
  body text not null,
  digest bytea not null,
  fixed_at timestamptz not null
);

-- Days that are over. A row of such a day can't be appended any more.
create table closed_days (
  day date primary key,
  closed_at timestamptz not null
);

-- A sealed day: the digest of its file, and the one that chains it to the day before.
create table record_days (
  day date primary key,
  lines integer not null,
  bytes bigint not null,
  file_digest bytea not null,
  digest bytea not null,
  sealed_at timestamptz not null
);

-- The file of a day, in parts of whole lines.
create table record_day_parts (
  day date not null,
  part integer not null,
  content text not null,
  primary key (day, part)
);

-- Final scores and enrollments of each cohort on each sealed day: the beginning of the funnel.
create table record_day_cohorts (
  day date not null,
  prompt_name text not null,
  prompt_major integer not null,
  band text not null,
  scored integer not null,
  enrolled integer not null,
  primary key (day, prompt_name, prompt_major, band)
);

-- How long a launch lived, as of the last sealed day.
create table launch_survivals (
  binding_id uuid primary key references recorded_launches (binding_id),
  -- null: it was never seen living
  days integer,
  died boolean not null
);

-- What GET /api/v1/track-record answers.
create table track_record_folds (
  horizon text not null,
  population text not null,
  unit text not null,
  prompt_name text not null,
  prompt_major integer not null,
  body text not null,
  folded_at timestamptz not null,
  primary key (horizon, population, unit, prompt_name, prompt_major)
);

create trigger recorded_launches_append_only before update or delete or truncate on recorded_launches
  execute function refuse_record_change();
create trigger recorded_starts_append_only before update or delete or truncate on recorded_starts
  execute function refuse_record_change();
create trigger outcomes_append_only before update or delete or truncate on outcomes
  execute function refuse_record_change();
create trigger graduations_append_only before update or delete or truncate on graduations
  execute function refuse_record_change();
create trigger corrections_append_only before update or delete or truncate on corrections
  execute function refuse_record_change();
create trigger outcome_claims_append_only before update or delete or truncate on outcome_claims
  execute function refuse_record_change();
create trigger closed_days_append_only before update or delete or truncate on closed_days
  execute function refuse_record_change();
create trigger record_days_append_only before update or delete or truncate on record_days
  execute function refuse_record_change();
create trigger record_day_parts_append_only before update or delete or truncate on record_day_parts
  execute function refuse_record_change();
create trigger record_day_cohorts_append_only before update or delete or truncate on record_day_cohorts
  execute function refuse_record_change();
