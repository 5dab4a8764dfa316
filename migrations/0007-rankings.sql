-- For every launch in each cohort the score that leaderboards list and percentiles count: the newest final one of a signed
-- submission, else the newest final one (D60); never a replay under a version that wasn't active (D62). A cohort has the
-- scores that can be compared, by name and major of the prompt version: launch-score@1. A signed score is also in the
-- cohort launch-score@1/signed.
create table rankings (
  identity bytea not null,
  cohort text collate "C" not null,
  submission_id uuid not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  is_signed boolean not null,
  created_at timestamptz not null,
  -- the time of its score, or of its creator's signature
  ranked_from timestamptz not null,
  primary key (identity, cohort)
);
create index rankings_rank on rankings (cohort, aggregate_x100, created_at, score_id);
create index rankings_age on rankings (created_at, cohort, aggregate_x100);
create index rankings_ranked_from on rankings (ranked_from);

-- Rankings that were replaced, kept for some hours for readers who page through a leaderboard.
create table former_rankings (
  cohort text collate "C" not null,
  submission_id uuid not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  created_at timestamptz not null,
  ranked_from timestamptz not null,
  ranked_until timestamptz not null
);
create index former_rankings_until on former_rankings (ranked_until, cohort);

-- Rankings that were added (1) and removed (-1) since the last rollup of the counts.
create table ranking_changes (
  cohort text collate "C" not null,
  aggregate_x100 integer not null,
  created_at timestamptz not null,
  change integer not null
);

-- How many rankings newer than the watermark of a span have an aggregate, in steps of a hundredth and of a whole point.
create table ranking_counts (
  cohort text collate "C" not null,
  span text collate "C" not null,
  step integer not null,
  bucket integer not null,
  entries integer not null,
  primary key (cohort, span, step, bucket)
) with (fillfactor = 50);

-- The time since which the counts of a span apply; those of a span without a row apply since -infinity.
create table ranking_watermarks (
  span text collate "C" primary key,
  since timestamptz not null
);

create function launch_of(submission uuid, identity bytea) returns bytea language sql immutable as $$
  select coalesce(identity, decode(replace(submission::text, '-', ''), 'hex'))
$$;

-- Ranks a launch by a score if the score goes before the current one: a signed one before an unsigned one, then the newer.
create function rank_score(
  launch bytea, in_cohort text, submission uuid, score uuid, points integer, score_band text, signed boolean, scored_at timestamptz,
  from_time timestamptz
) returns void language plpgsql as $$
declare
  former record;
begin
  insert into rankings (identity, cohort, submission_id, score_id, aggregate_x100, band, is_signed, created_at,
      ranked_from)
    values (launch, in_cohort, submission, score, points, score_band, signed, scored_at, greatest(from_time, scored_at))
    on conflict do nothing;
  if not found then
    select r.submission_id, r.score_id, r.aggregate_x100, r.band, r.is_signed, r.created_at, r.ranked_from into strict former
      from rankings as r where r.identity = launch and r.cohort = in_cohort for update;
    if (former.is_signed, former.created_at, former.score_id) >= (signed, scored_at, score) then
      return;
    end if;
    -- time never runs back, so that a launch is ranked by one score at any time
    update rankings as r set submission_id = submission, score_id = score, aggregate_x100 = points, band = score_band,
        is_signed = signed, created_at = scored_at, ranked_from = greatest(from_time, scored_at, former.ranked_from)
      where r.identity = launch and r.cohort = in_cohort;
    insert into former_rankings (cohort, submission_id, score_id, aggregate_x100, band, created_at, ranked_from,
        ranked_until)
      values (in_cohort, former.submission_id, former.score_id, former.aggregate_x100, former.band, former.created_at,
        former.ranked_from, greatest(from_time, scored_at, former.ranked_from));
    insert into ranking_changes (cohort, aggregate_x100, created_at, change)
      values (in_cohort, former.aggregate_x100, former.created_at, -1);
  end if;
  insert into ranking_changes (cohort, aggregate_x100, created_at, change) values (in_cohort, points, scored_at, 1);
end $$;

create function rank_new_scores() returns trigger language plpgsql as $$
declare
  fresh record;
begin
  for fresh in
    select distinct on (launch, cohort) launch_of(s.id, s.identity) as launch, prompt_name || '@' || prompt_major as cohort,
      a.submission_id, a.id, a.aggregate_x100, a.band, a.standing > 0 as is_signed, a.created_at
    from added as a join submissions as s on s.id = a.submission_id
    where not a.has_stubs and a.is_current and s.hidden_reason is null
    order by launch, cohort, a.standing > 0 desc, a.created_at desc, a.id desc
  loop
    perform rank_score(fresh.launch, fresh.cohort, fresh.submission_id, fresh.id, fresh.aggregate_x100, fresh.band,
      fresh.is_signed, fresh.created_at, fresh.created_at);
    if fresh.is_signed then
      perform rank_score(fresh.launch, fresh.cohort || '/signed', fresh.submission_id, fresh.id, fresh.aggregate_x100, fresh.band,
        true, fresh.created_at, fresh.created_at);
    end if;
  end loop;
  return null;
end $$;
create trigger scores_ranked after insert on scores
  referencing new table as added for each statement execute function rank_new_scores();

-- Ranks a launch by the newest of a submission's scores, in each cohort.
create function rank_submission(submission uuid, launch bytea, signed boolean, from_time timestamptz)
returns void language plpgsql as $$
declare
  fresh record;
begin
  for fresh in
    select distinct on (prompt_name, prompt_major) prompt_name || '@' || prompt_major as cohort, id, aggregate_x100, band,
      created_at
    from scores where submission_id = submission and not has_stubs and is_current
      and exists (select from submissions where id = submission and hidden_reason is null)
    order by prompt_name, prompt_major, created_at desc, id desc
  loop
    perform rank_score(launch, fresh.cohort, submission, fresh.id, fresh.aggregate_x100, fresh.band, signed, fresh.created_at,
      from_time);
    if signed then
      perform rank_score(launch, fresh.cohort || '/signed', submission, fresh.id, fresh.aggregate_x100, fresh.band, true,
        fresh.created_at, from_time);
    end if;
  end loop;
end $$;

-- When a creator signs, all scores of the submission speak for the contract.
create function rank_signed_submission() returns trigger language plpgsql as $$
begin
  update scores set standing = greatest(standing, case when is_deployer then 2 else 1 end) where submission_id = new.id;
  perform rank_submission(new.id, launch_of(new.id, new.identity), true, new.signed_at);
  return null;
end $$;
create trigger submissions_signed after update of signed_at on submissions
  for each row when (old.signed_at is null and new.signed_at is not null) execute function rank_signed_submission();

-- A submission that was a launch of its own joins the launch that it is of.
create function join_launch() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from rankings where identity = launch_of(new.id, null) returning cohort, aggregate_x100, created_at)
  insert into ranking_changes (cohort, aggregate_x100, created_at, change)
    select cohort, aggregate_x100, created_at, -1 from gone;
  perform rank_submission(new.id, new.identity, new.signed_at is not null, '-infinity');
  return null;
end $$;
create trigger submissions_identified after update of identity on submissions
  for each row when (old.identity is null and new.identity is not null) execute function join_launch();

-- Ranks a launch by the best of its shown scores, in each cohort, after one of its submissions was taken down.
create function rank_launch(launch bytea) returns void language plpgsql as $$
declare
  fresh record;
begin
  for fresh in
    select distinct on (cohort) prompt_name || '@' || prompt_major as cohort, a.submission_id, a.id, a.aggregate_x100, a.band,
      a.standing > 0 as is_signed, a.created_at
    from submissions as s join scores as a on a.submission_id = s.id
    where s.identity = launch and s.hidden_reason is null and not a.has_stubs and a.is_current
    order by cohort, a.standing > 0 desc, a.created_at desc, a.id desc
  loop
    perform rank_score(launch, fresh.cohort, fresh.submission_id, fresh.id, fresh.aggregate_x100, fresh.band,
      fresh.is_signed, fresh.created_at, now());
    if fresh.is_signed then
      perform rank_score(launch, fresh.cohort || '/signed', fresh.submission_id, fresh.id, fresh.aggregate_x100, fresh.band,
        true, fresh.created_at, now());
    end if;
  end loop;
end $$;

-- A submission that is taken down ranks nowhere, not even for readers who page through a leaderboard (D78).
create function follow_takedown() returns trigger language plpgsql as $$
declare
  launch bytea := launch_of(new.id, new.identity);
begin
  if new.hidden_reason is null then
    perform rank_submission(new.id, launch, new.signed_at is not null, now());
    return null;
  end if;
  delete from former_rankings where submission_id = new.id;
  with gone as (
    delete from rankings where identity = launch and submission_id = new.id
    returning cohort, aggregate_x100, created_at)
  insert into ranking_changes (cohort, aggregate_x100, created_at, change)
    select cohort, aggregate_x100, created_at, -1 from gone;
  perform rank_launch(launch);
  return null;
end $$;
create trigger submissions_taken_down after update of hidden_reason on submissions
  for each row when ((old.hidden_reason is null) <> (new.hidden_reason is null)) execute function follow_takedown();

-- Makes rankings and their counts from the scores; scorings wait meanwhile.
create function rebuild_rankings() returns void language sql as $$
  lock table scores in share row exclusive mode;
  truncate rankings, former_rankings, ranking_changes, ranking_counts, ranking_watermarks;
  insert into rankings (identity, cohort, submission_id, score_id, aggregate_x100, band, is_signed, created_at,
      ranked_from)
    select distinct on (1, 2) launch_of(s.id, s.identity), prompt_name || '@' || prompt_major, a.submission_id, a.id,
      a.aggregate_x100, a.band, a.standing > 0, a.created_at, a.created_at
    from scores as a join submissions as s on s.id = a.submission_id
    where not a.has_stubs and a.is_current and s.hidden_reason is null
    order by 1, 2, a.standing > 0 desc, a.created_at desc, a.id desc;
  insert into rankings (identity, cohort, submission_id, score_id, aggregate_x100, band, is_signed, created_at,
      ranked_from)
    select identity, cohort || '/signed', submission_id, score_id, aggregate_x100, band, is_signed, created_at, ranked_from
    from rankings where is_signed;
  insert into ranking_watermarks (span, since) values ('24h', now() - interval '24 hours'), ('7d', now() - interval '7 days'),
    ('30d', now() - interval '30 days'), ('all', '-infinity');
  insert into ranking_counts (cohort, span, step, bucket, entries)
    select cohort, span, step, aggregate_x100 / step, count(*)
    from rankings join ranking_watermarks on rankings.created_at > since
      cross join unnest(array[1, 100]) as steps (step)
    group by 1, 2, 3, 4;
$$;
select rebuild_rankings();
