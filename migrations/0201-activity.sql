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
