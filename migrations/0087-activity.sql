-- oldest release: 1.0.0
-- What a UTC day has used of each daily budget, and what requests in progress hold of it. `bucket` is `level` and a level of
-- callers, or a level and the hash of a client network or of its IPv6 /48, or `key ` and the `root_id` of an API key.
create table budget_use (
  day date not null,
  budget text not null,
  bucket text not null,
  used bigint not null,
  held bigint not null,
  primary key (day, budget, bucket)
);

-- The counts of the day so far. The previous release goes on counting in the old places, which a later release drops.
insert into budget_use (day, budget, bucket, used, held)
select day, 'stored_bytes', case when bucket like 'key %' then bucket else 'anonymous ' || bucket end, bytes, 0
  from daily_bytes where bucket <> ''
union all
select day, 'stored_bytes', 'level key', sum(bytes), 0 from daily_bytes where bucket like 'key %' group by day
union all
select day, 'stored_bytes', 'level anonymous',
    greatest(0, sum(case when bucket = '' then bytes when bucket like 'key %' then -bytes else 0 end)), 0
  from daily_bytes group by day
union all
select day::date, 'model_tokens', 'level key', tokens, 0 from model_usage where day::date > current_date - 2
union all
select day, 'scores', 'level key', taken, 0 from daily_scores where bucket = '';
