-- Launches of a cohort that have no token 180 days after their first final score, and those of them that were enrolled. Null:
-- the day was sealed before they were counted.
alter table record_day_cohorts
  add column never_launched integer,
  add column enrolled_never_launched integer;
