-- oldest release: 0.1.0
-- The names of launches for search: name and symbol as their identity folds them, so that they never change. Written with the
-- first submission of a launch, or by the job `name launches for search` for submissions from before this table.
create table launch_names (
  identity bytea primary key,
  name text collate "C" not null,
  symbol text collate "C" not null,
  -- every run of three characters in either, and every pair that isn't Latin
  grams text[] not null,
  -- a creator has signed for one of its submissions
  is_signed boolean not null,
  created_at timestamptz not null
);
create index launch_names_name on launch_names (name, is_signed desc, created_at);
create index launch_names_symbol on launch_names (symbol, is_signed desc, created_at);
-- Without fastupdate, a search never reads a list of pending entries.
create index launch_names_grams on launch_names using gin (grams) with (fastupdate = off);
create index launch_names_signed on launch_names using gin (grams) with (fastupdate = off) where is_signed;

alter table submissions add column is_named boolean not null default false;
create index submissions_unnamed on submissions (id) where not is_named;

create function note_signed_name() returns trigger language plpgsql as $$
begin
  update launch_names set is_signed = true where identity = new.identity and not is_signed;
  return null;
end $$;
create trigger submissions_signed_name after update of signed_at on submissions
  for each row when (old.signed_at is null and new.signed_at is not null) execute function note_signed_name();

-- Whether codes of warnings hold one that is shown before the band (D59), as src/scoring/warning-words.ts has them.
create function has_critical(codes text[]) returns boolean language sql immutable as $$
  select codes && array['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_seize', 'listed_deployer']
$$;

alter table rankings add column is_critical boolean not null default false;
update rankings set is_critical = true from scores where scores.id = score_id and has_critical(warning_codes);
create function set_critical() returns trigger language plpgsql as $$
begin
  new.is_critical := coalesce((select has_critical(warning_codes) from scores where id = new.score_id), false);
  return new;
end $$;
create trigger rankings_critical before insert or update of score_id on rankings
  for each row execute function set_critical();

-- For lists of the newest scores: a page of all bands merges one page of each.
create index rankings_newest on rankings (cohort, band, created_at desc, score_id desc);
create index rankings_newest_critical on rankings (cohort, created_at desc, score_id desc) where is_critical;

create index enrollments_by_submission on enrollments (submission_id);
