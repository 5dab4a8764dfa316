-- The record of outcomes. Rows are only ever appended: the trigger of each table refuses every change. What is kept beside
-- them for quick reads (`launch_survivals`, `track_record_folds`) is made from them, and is never the only copy.

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
  recorded_at timestamptz not null,
  -- The launchpad sells the token on a curve first, so that it is never untraded.
  has_curve boolean not null default false
);
create index recorded_launches_by_time on recorded_launches (recorded_at);
create index recorded_launches_newest on recorded_launches (created_block_at desc, binding_id desc);
-- Whether a launch is the first of its creator in its cohort is asked for each line of an export.
create index recorded_launches_by_creator on recorded_launches (creator_address, prompt_name, prompt_major);

-- When a launch began to trade. Ages count from here; it never changes.
create table recorded_starts (
  binding_id uuid primary key references recorded_launches (binding_id),
  trading_since timestamptz not null,
  recorded_at timestamptz not null,
  -- as in watches
  is_on_curve boolean not null default false
);
create index recorded_starts_by_time on recorded_starts (recorded_at);

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
create index outcomes_by_kind on outcomes (horizon, outcome, decided_at desc, binding_id desc);

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
  corrected_at timestamptz not null,
  -- the row that holds in place of the wrong one: `{"binding": "<id>"}` for a binding that the creator replaced
  replacement jsonb,
  -- Whose word it is: the creator's signature, the operator, or the service itself. Null: from before this was kept.
  made_by text check (made_by in ('creator', 'operator', 'service'))
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

-- Days that are over. A row of such a day can't be appended any more, so that the day's file holds all of its rows.
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
  -- Launches of the cohort that have no token 180 days after their first final score, and those of them that were enrolled.
  -- Null: the day was sealed before they were counted.
  never_launched integer,
  enrolled_never_launched integer,
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
create trigger recorded_venue_graduations_append_only before update or delete or truncate on recorded_venue_graduations
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

create function refuse_closed_day() returns trigger language plpgsql as $$
begin
  if exists (select from closed_days
    where day >= ((to_jsonb(new) ->> tg_argv[0])::timestamptz at time zone 'utc')::date) then
    raise exception 'the day of this row of % is closed', tg_table_name;
  end if;
  return null;
end $$;
create trigger recorded_launches_open_day after insert on recorded_launches
  for each row execute function refuse_closed_day('recorded_at');
create trigger recorded_starts_open_day after insert on recorded_starts
  for each row execute function refuse_closed_day('recorded_at');
create trigger recorded_venue_graduations_open_day after insert on recorded_venue_graduations
  for each row execute function refuse_closed_day('recorded_at');
create trigger observations_open_day after insert on observations
  for each row execute function refuse_closed_day('seen_at');
create trigger outcomes_open_day after insert on outcomes
  for each row execute function refuse_closed_day('decided_at');
create trigger graduations_open_day after insert on graduations
  for each row execute function refuse_closed_day('decided_at');
create trigger corrections_open_day after insert on corrections
  for each row execute function refuse_closed_day('corrected_at');

-- What a launch has come to, for every surface that shows its score (D101): `rugged` if any horizon has it, else the newest
-- decided outcome, in the order of the launch's age. A corrected outcome is unknown, and nothing newer is known of a launch
-- whose last decided horizon is unknown: only the bad outcomes and a graduation, which happened, outlast it.
create function launch_outcome(
  in submission uuid, out outcome text, out outcome_at timestamptz, out outcome_cause text
) language plpgsql stable as $$
declare
  step record;
begin
  for step in
    select judged.outcome, judged.decided_at, judged.happened_at, judged.cause from (
      select distinct on (o.horizon)
        case when exists (
          select from corrections c where c.subject = 'outcome:' || o.binding_id || ':' || o.horizon)
        then 'unknown' else o.outcome end as outcome,
        o.decided_at, o.cause,
        coalesce(o.seen_at, s.trading_since + case o.horizon when '24h' then interval '1 day' when '7d' then interval '7 days'
          when '30d' then interval '30 days' else interval '90 days' end) as happened_at
      from token_bindings b
      join outcomes o on o.binding_id = b.id
      join recorded_starts s on s.binding_id = b.id
      where b.submission_id = submission and b.state = 'proven' and b.excluded is null and not b.is_named_unsigned
      order by o.horizon, o.decided_at desc, o.rules desc) as judged
    union all
    select 'graduated', g.decided_at, g.graduated_at, null
    from token_bindings b join graduations g on g.binding_id = b.id
    where b.submission_id = submission and b.state = 'proven' and b.excluded is null and not b.is_named_unsigned
    order by 3, 2
  loop
    if outcome is not distinct from 'rugged' then
      return;
    elsif step.outcome = 'unknown' then
      if outcome = 'alive' then
        outcome := null;
        outcome_at := null;
        outcome_cause := null;
      end if;
    elsif outcome is distinct from step.outcome then
      outcome := step.outcome;
      outcome_at := step.decided_at;
      outcome_cause := step.cause;
    end if;
  end loop;
end $$;

create function refresh_launch_outcome(submission uuid) returns void language sql as $$
  update submissions u set outcome = l.outcome, outcome_at = l.outcome_at, outcome_cause = l.outcome_cause
  from launch_outcome(submission) as l
  where u.id = submission and (u.outcome, u.outcome_at, u.outcome_cause) is distinct from (l.outcome, l.outcome_at, l.outcome_cause)
$$;

create function follow_launch_outcome() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(b.submission_id) from token_bindings b where b.id = new.binding_id;
  return null;
end $$;
create trigger outcomes_shown after insert on outcomes for each row execute function follow_launch_outcome();
create trigger graduations_shown after insert on graduations for each row execute function follow_launch_outcome();

create function follow_correction() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(b.submission_id) from token_bindings b
    where b.id = split_part(new.subject, ':', 2)::uuid;
  return null;
end $$;
create trigger corrections_shown after insert on corrections for each row execute function follow_correction();

-- A binding that is replaced, corrected or comes to count takes the outcomes of its token with it.
create function follow_binding() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(new.submission_id);
  return null;
end $$;
create trigger token_bindings_shown after update of state, excluded, is_named_unsigned on token_bindings
  for each row when ((old.state, old.excluded, old.is_named_unsigned)
    is distinct from (new.state, new.excluded, new.is_named_unsigned)) execute function follow_binding();
