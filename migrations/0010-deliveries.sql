-- Where a feed stands must not depend on clocks: the transaction that wrote an event. One that is older than every
-- transaction still under way is followed by no event that is before it.
alter table outbox add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index outbox_feed on outbox (event, tx, id);

create table webhook_subscriptions (
  id text collate "C" primary key,
  -- the first key of its maker's lineage (D39)
  owner_id uuid not null,
  endpoint text not null,
  events text[] not null,
  -- sealed (AES-256-GCM); after a rotation both sign until `previous_until`
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  -- no retry is sent before (D41)
  paused_until timestamptz,
  -- no event of an earlier transaction was sent to it
  since_tx bigint not null default (pg_snapshot_xmin(pg_current_snapshot())::text::bigint),
  created_at timestamptz not null
);
create index webhook_subscriptions_by_owner on webhook_subscriptions (owner_id, id);

-- The id of an event's delivery to a subscriber: always the same, so that an event has one delivery to each, and the
-- feed can name it when its log is gone. A UUID v7 with the event's time.
create function delivery_id(event_id text, subscription_id text) returns text immutable parallel safe language sql as $$
  select 'dlv_' || substr(event_id, 5, 12) || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15)
  from (select encode(sha256(convert_to(event_id || subscription_id, 'UTF8')), 'hex') as hash) as hashed
$$;

-- What is not at its end yet. A claimed row belongs to its claimant until `claimed_until`; no index has these two
-- columns, so that claiming leaves the indexes alone (hence the fill factor). Ended rows move to `delivery_log`.
create table deliveries (
  subscription_id text collate "C" not null,
  id text collate "C" not null,
  event_id text not null,
  -- 0: a first attempt, 1: a repetition
  lane smallint not null default 0,
  due_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  attempts smallint not null default 0,
  -- the attempts so far, as they are shown
  log jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (subscription_id, id)
) with (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on
);
create index deliveries_due on deliveries (lane, subscription_id, due_at);

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

-- When a dispatcher last looked for work, whichever it was.
create table webhook_heartbeat (
  is_only boolean primary key default true check (is_only),
  beat_at timestamptz not null
);
