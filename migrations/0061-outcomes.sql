-- oldest release: 0.1.0
-- Looks are kept in a partition for each month, which a job makes ahead. None is ever dropped.
alter table observations rename to observations_earlier;
alter index observations_pkey rename to observations_earlier_pkey;
alter index observations_by_time rename to observations_earlier_by_time;
-- attaching makes those for each row again
drop trigger observations_append_only on observations_earlier;
drop trigger observations_open_day on observations_earlier;

create table observations (
  like observations_earlier including defaults including constraints,
  primary key (binding_id, seen_at),
  constraint observations_binding_id_fkey foreign key (binding_id) references token_bindings (id)
) partition by range (seen_at);
create index observations_by_time on observations (seen_at);
create table observations_default partition of observations default;

-- The rows stay where they are: the table becomes the first partition. Looks of a clock that leapt ahead move to the default
-- partition. A new database has the same first partition wherever and whenever it is made.
do $$
declare
  until timestamptz := '2027-01-01T00:00:00Z';
begin
  if exists (select from observations_earlier) then
    until := greatest(until, date_trunc('month', now(), 'UTC') + interval '1 month');
  end if;
  with moved as (delete from observations_earlier where seen_at >= until returning *)
  insert into observations_default select * from moved;
  execute format('alter table observations attach partition observations_earlier for values from (minvalue) to (%L)', until);
end $$;

create trigger observations_append_only before update or delete on observations
  for each row execute function refuse_change();
create trigger observations_open_day after insert on observations
  for each row execute function refuse_closed_day('seen_at');
-- Truncation is refused for each table by itself: each partition that is made gets this trigger too.
create trigger observations_kept before truncate on observations execute function refuse_record_change();
create trigger observations_kept before truncate on observations_default execute function refuse_record_change();
