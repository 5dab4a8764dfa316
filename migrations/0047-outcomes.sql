-- A row of a day that is closed can't be appended any more, so that the day's file holds all of its rows.
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
create trigger observations_open_day after insert on observations
  for each row execute function refuse_closed_day('seen_at');
create trigger outcomes_open_day after insert on outcomes
  for each row execute function refuse_closed_day('decided_at');
create trigger graduations_open_day after insert on graduations
  for each row execute function refuse_closed_day('decided_at');
create trigger corrections_open_day after insert on corrections
  for each row execute function refuse_closed_day('corrected_at');
