-- Events to count, until they are summed by the hour. Every writer adds rows of its own, in the transaction that it
-- reports: no writer waits for a counter, and nothing is counted that was rolled back.
create table activity (
  name text collate "C" not null,
  at timestamptz not null,
  amount bigint not null
);

-- Sums by the hour of the events (its first moment, UTC), and over all time (-infinity).
create table activity_hours (
  name text collate "C" not null,
  hour timestamptz not null,
  amount bigint not null,
  primary key (name, hour)
) with (fillfactor = 50);

-- The same sums by the second (its first moment, UTC), for the hours that a window cuts.
create table activity_seconds (
  second timestamptz not null,
  name text collate "C" not null,
  amount bigint not null,
  primary key (second, name)
) with (fillfactor = 50);

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

-- `enrolled` counts in the hour of the score: how many of an hour's scores were enrolled later.
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
