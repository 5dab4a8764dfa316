-- oldest release: 0.1.0
-- Events are kept in a partition for each day of their ids (UUID v7), so that old ones are dropped instead of deleted. A job
-- makes the partitions ahead; an event of a time that has none goes to the default partition.
alter table outbox rename to outbox_earlier;
alter index outbox_pkey rename to outbox_earlier_pkey;
alter index outbox_age rename to outbox_earlier_age;
alter index outbox_feed rename to outbox_earlier_feed;

create table outbox (
  like outbox_earlier including defaults,
  primary key (id)
) partition by range (id);
create index outbox_age on outbox (created_at, id);
create index outbox_feed on outbox (event, tx, id);
create table outbox_default partition of outbox default;

-- The rows stay where they are: the table becomes the partition of all days until tomorrow, which old replicas' clocks reach
-- too. Rows of a clock that leapt further move to the default partition, or this one would be kept for as long.
do $$
declare
  until constant text := 'evt_' || lpad(to_hex((extract(epoch from date_trunc('day', now(), 'UTC') + interval '2 days') * 1000)::bigint), 12, '0');
begin
  if not exists (select from outbox_earlier) then
    drop table outbox_earlier;
    return;
  end if;
  with moved as (delete from outbox_earlier where id >= until returning *)
  insert into outbox_default select * from moved;
  execute format('alter table outbox attach partition outbox_earlier for values from (minvalue) to (%L)', until);
end $$;
