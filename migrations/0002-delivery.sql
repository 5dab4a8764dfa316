-- The id of an event's delivery to a subscription. It depends on these two alone, so that an event has one delivery to each
-- subscription, and the feed can name the delivery when its log is gone. A UUID v7 with the event's time.
create function delivery_id(event_id text, subscription_id text) returns text immutable parallel safe language sql as $$
  select 'dlv_' || substr(event_id, 5, 12) || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15)
  from (select encode(sha256(convert_to(event_id || subscription_id, 'UTF8')), 'hex') as hash) as hashed
$$;

-- Deliveries that have not ended. A claimed row belongs to its claimant until `claimed_until`; no index has these two
-- columns, so that claiming leaves the indexes alone (hence the fill factor). Ended rows move to `delivery_log`.
create table deliveries (
  subscription_id text collate "C" not null,
  id text collate "C" not null,
  event_id text not null,
  is_retry boolean not null default false,
  due_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  attempts smallint not null default 0,
  -- the attempts so far, as the API shows them
  log jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (subscription_id, id)
) with (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on
);
create index deliveries_due on deliveries (is_retry, subscription_id, due_at);

-- Ended deliveries, for 24 hours. `slot` is a place in a ring of five times eight hours: the place that is written next
-- is emptied by truncation, which leaves nothing to vacuum.
create table delivery_log (
  slot smallint not null,
  subscription_id text collate "C" not null,
  id text collate "C" not null,
  event_id text not null,
  state text not null,
  attempts jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (subscription_id, id, slot)
) partition by list (slot);
create table delivery_log_0 partition of delivery_log for values in (0);
create table delivery_log_1 partition of delivery_log for values in (1);
create table delivery_log_2 partition of delivery_log for values in (2);
create table delivery_log_3 partition of delivery_log for values in (3);
create table delivery_log_4 partition of delivery_log for values in (4);
create index delivery_log_failed on delivery_log (subscription_id, id) where state = 'failed';
