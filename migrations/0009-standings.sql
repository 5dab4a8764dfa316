-- Of every submission its newest final score in each cohort: what leaderboards list and percentiles count (D21, D32).
-- A cohort is what compares, name and major of a prompt version: launch-score@1.
create table standings (
  submission_id uuid not null,
  cohort text collate "C" not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  is_rescore boolean not null,
  created_at timestamptz not null,
  primary key (submission_id, cohort)
);
create index standings_rank on standings (cohort, aggregate_x100, created_at, score_id);
create index standings_age on standings (created_at, cohort, aggregate_x100);
create index standings_rescored on standings (cohort, created_at) where is_rescore;

-- What has come to standings (1) and gone from them (-1) since they were last counted.
create table standing_changes (
  cohort text collate "C" not null,
  aggregate_x100 integer not null,
  created_at timestamptz not null,
  change integer not null
);

-- How many standings newer than the edge of a span have which aggregate: in steps of a hundredth, and of a whole point.
create table standing_counts (
  cohort text collate "C" not null,
  span text collate "C" not null,
  step integer not null,
  bucket integer not null,
  entries integer not null,
  primary key (cohort, span, step, bucket)
) with (fillfactor = 50);

-- Where the counted part of a span begins; a span without a row is counted from the beginning of time.
create table standing_edges (
  span text collate "C" primary key,
  since timestamptz not null
);

-- The newest of a submission's final scores stands, in whatever order and on however many connections they come.
create function follow_scores() returns trigger language plpgsql as $$
declare
  fresh record;
  former record;
begin
  for fresh in
    select distinct on (submission_id, prompt_name, prompt_major)
      submission_id, prompt_name || '@' || prompt_major as cohort, id, aggregate_x100, band,
      rescored_from is not null as is_rescore, created_at
    from added where not has_stubs
    order by submission_id, prompt_name, prompt_major, created_at desc, id desc
  loop
    insert into standings (submission_id, cohort, score_id, aggregate_x100, band, is_rescore, created_at)
      values (fresh.submission_id, fresh.cohort, fresh.id, fresh.aggregate_x100, fresh.band, fresh.is_rescore,
        fresh.created_at)
      on conflict do nothing;
    if not found then
      select score_id, aggregate_x100, created_at into strict former from standings
        where submission_id = fresh.submission_id and cohort = fresh.cohort for update;
      continue when (former.created_at, former.score_id) >= (fresh.created_at, fresh.id);
      update standings set score_id = fresh.id, aggregate_x100 = fresh.aggregate_x100, band = fresh.band,
          is_rescore = fresh.is_rescore, created_at = fresh.created_at
        where submission_id = fresh.submission_id and cohort = fresh.cohort;
      insert into standing_changes (cohort, aggregate_x100, created_at, change)
        values (fresh.cohort, former.aggregate_x100, former.created_at, -1);
    end if;
    insert into standing_changes (cohort, aggregate_x100, created_at, change)
      values (fresh.cohort, fresh.aggregate_x100, fresh.created_at, 1);
  end loop;
  return null;
end $$;
create trigger scores_followed after insert on scores
  referencing new table as added for each statement execute function follow_scores();

-- Makes standings and their counts anew from the scores; scorings wait meanwhile.
create function rebuild_standings() returns void language sql as $$
  lock table scores in share row exclusive mode;
  truncate standings, standing_changes, standing_counts, standing_edges;
  insert into standings (submission_id, cohort, score_id, aggregate_x100, band, is_rescore, created_at)
    select distinct on (submission_id, prompt_name, prompt_major)
      submission_id, prompt_name || '@' || prompt_major, id, aggregate_x100, band, rescored_from is not null, created_at
    from scores where not has_stubs
    order by submission_id, prompt_name, prompt_major, created_at desc, id desc;
  insert into standing_edges (span, since) values ('24h', now() - interval '24 hours'), ('7d', now() - interval '7 days'),
    ('30d', now() - interval '30 days'), ('all', '-infinity');
  insert into standing_counts (cohort, span, step, bucket, entries)
    select cohort, span, step, aggregate_x100 / step, count(*)
    from standings join standing_edges on standings.created_at > since cross join unnest(array[1, 100]) as steps (step)
    group by 1, 2, 3, 4;
$$;
select rebuild_standings();

drop index scores_cohort;
