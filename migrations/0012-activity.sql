-- What happened, until it is counted by the hour. Every writer adds rows of its own, in the transaction of what it
-- reports: nobody waits for a counter, and nothing is counted that didn't happen.
create table activity (
  name text collate "C" not null,
  at timestamptz not null,
  amount bigint not null
);

-- What was counted, by the hour that it happened in (its first moment, UTC), and since ever (-infinity).
create table activity_hours (
  name text collate "C" not null,
  hour timestamptz not null,
  amount bigint not null,
  primary key (name, hour)
) with (fillfactor = 50);

create function note_scores() returns trigger language plpgsql as $$
begin
  insert into activity (name, at, amount)
    select case when has_stubs then 'score.preliminary' else 'score.' || band end, created_at, count(*)
    from added group by 1, 2
    union all
    select 'rescore', created_at, count(*) from added where rescored_from is not null group by 2;
  return null;
end $$;
create trigger scores_noted after insert on scores
  referencing new table as added for each statement execute function note_scores();

-- `enrolled` stands in the hour of the score: how many of an hour's scores have been enrolled since.
create function note_enrollments() returns trigger language plpgsql as $$
begin
  insert into activity (name, at, amount)
    select 'enrollment.' || band, enrolled_at, count(*) from added group by 1, 2
    union all
    select 'enrolled', scores.created_at, count(*) from added join scores on scores.id = added.score_id group by 2;
  return null;
end $$;
create trigger enrollments_noted after insert on enrollments
  referencing new table as added for each statement execute function note_enrollments();

-- The triggers hold back whoever writes until this is committed, so that nothing falls between.
with past as (
  select case when has_stubs then 'score.preliminary' else 'score.' || band end as name, created_at as at from scores
  union all
  select 'rescore', created_at from scores where rescored_from is not null
  union all
  select 'enrollment.' || band, enrolled_at from enrollments
  union all
  select 'enrolled', scores.created_at from enrollments join scores on scores.id = enrollments.score_id),
hours as (select name, date_trunc('hour', at, 'UTC') as hour, count(*) as amount from past group by 1, 2)
insert into activity_hours (name, hour, amount)
  select name, hour, amount from hours
  union all
  select name, '-infinity', sum(amount) from hours group by 1;
