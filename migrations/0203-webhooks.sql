-- Events, written in the transaction that they report (D43). They are kept in a partition for each day of their ids (UUID v7), so
-- that old ones are dropped instead of deleted. A job makes the partitions ahead; an event of a time that has none goes to the
-- default partition.
create table outbox (
  id text primary key,
  event text not null,
  -- the envelope, byte for byte as it is sent
  body text not null,
  created_at timestamptz not null,
  -- For filters and `include`: facts of the score that the event is about, in the names of the API, and `ownerId`, the lineage
  -- of the key that asked for it.
  subject jsonb,
  -- only subscriptions of this owner receive it; null: all do
  audience_id uuid,
  -- The transaction that wrote the event. Feeds are ordered by it because order must not depend on clocks: after an event
  -- that is older than every running transaction, no earlier event can appear.
  tx bigint not null default (pg_current_xact_id()::text::bigint)
) partition by range (id);
create index outbox_age on outbox (created_at, id);
create index outbox_feed on outbox (event, tx, id);
create table outbox_default partition of outbox default;

create table webhook_subscriptions (
  id text collate "C" primary key,
  -- the `root_id` of the API key that made it (D39)
  owner_id uuid not null,
  endpoint text not null,
  -- names of events, or `*` alone for all
  events text[] not null,
  description text,
  -- as in the API, without the parts that change nothing; null: none
  filters jsonb,
  -- facts of the score that deliveries carry beside the event's own data
  include text[] not null default '{}',
  retry_policy text not null default 'specification',
  format text not null default 'specification',
  -- encrypted (AES-256-GCM); after a rotation the previous one is tried second until `previous_until`
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  active boolean not null default true,
  -- why it is not active, and since when
  disabled_reason text,
  inactive_since timestamptz,
  -- the earlier times at which it was not active: `recover` queues the events of these times
  missed tstzmultirange not null default '{}',
  -- No retry is sent before (D41). After this time one retry is sent as a probe, and its result ends or renews the pause (D64).
  paused_until timestamptz,
  -- the lease of the probe in flight
  probe_until timestamptz,
  -- These two may be some seconds old, because a row is not written for every attempt.
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- the first failed attempt since the last successful one
  failing_since timestamptz,
  -- no event of an earlier transaction was sent to it
  since_tx bigint not null default (pg_snapshot_xmin(pg_current_snapshot())::text::bigint),
  created_at timestamptz not null,
  -- the deliveries recovered in the hour that began at `recovered_since`, which has a limit
  recovered_since timestamptz,
  recovered integer not null default 0
) with (fillfactor = 70);
create index webhook_subscriptions_by_owner on webhook_subscriptions (owner_id, id);
-- These count the paused and the failing ones without reading the others.
create index webhook_subscriptions_paused on webhook_subscriptions (paused_until) where paused_until is not null;
create index webhook_subscriptions_failing on webhook_subscriptions (failing_since) where failing_since is not null;

-- The Idempotency-Keys of new subscriptions, for 24 hours. They outlive a subscription that is deleted.
create table webhook_idempotency_keys (
  owner_id uuid not null,
  key text not null,
  -- encrypted, because it is made from the secret too
  fingerprint text not null,
  subscription_id text not null,
  created_at timestamptz not null,
  primary key (owner_id, key)
);
create index webhook_idempotency_keys_age on webhook_idempotency_keys (created_at);

-- Stops the subscriptions of a lineage with its last active key, in the transaction that revokes the key (D63). The lock is
-- the one under which subscriptions are made and resumed: they see this change, or this change sees them. It also keeps two
-- keys that are revoked at once from each seeing the other as active. Subscriptions are locked in the order of their ids, as
-- recording outcomes does, so that the two don't deadlock.
create function stop_subscriptions() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.root_id::text, 39));
  if not exists (select from api_keys where root_id = new.root_id and revoked_at is null) then
    perform from webhook_subscriptions where owner_id = new.root_id and active order by id for no key update;
    update webhook_subscriptions
    set active = false, disabled_reason = 'key_revoked', inactive_since = new.revoked_at
    where owner_id = new.root_id and active;
    perform pg_notify('launchscore_subscriptions', id) from webhook_subscriptions where owner_id = new.root_id;
  end if;
  return null;
end $$;
create trigger api_keys_stop_subscriptions after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function stop_subscriptions();

-- The id of an event's delivery to a subscription. It depends on these two alone, so that an event has one delivery to each
-- subscription, and the feed can name the delivery when its log is gone. A UUID v7 with the event's time. PostgreSQL expands
-- this form where it is called; one with a subquery would run as a statement for each row. The names of both are ASCII without
-- backslashes, so the cast yields their bytes; `convert_to` is not immutable, which would prevent the expansion.
create function delivery_id(event_id text, subscription_id text) returns text immutable parallel safe language sql as $$
  select 'dlv_' || substr(event_id, 5, 12)
    || overlay('7' || left(encode(sha256((event_id || subscription_id)::bytea), 'hex'), 18) placing '8' from 5 for 0)
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
  -- When the lease of a claim ended whose result was never recorded. Set by the claim that takes the delivery over.
  lost_at timestamptz,
  primary key (subscription_id, id)
) with (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on
);
create index deliveries_due on deliveries (is_retry, subscription_id, due_at);

-- The places of a subscription's due deliveries that no lease holds, the oldest first, locked. The planner has to read the index
-- in its order and stop at the limit. Most rows of a busy queue are claimed at the moment in which statistics are taken; the
-- planner then expects that hardly any can be claimed, and would read and sort the whole table for each subscription.
create function lock_due_deliveries(retries boolean, subscription text, at timestamptz, most integer) returns setof tid
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select ctid from deliveries
    where is_retry = retries and subscription_id = subscription and due_at <= at
      and (claimed_until is null or claimed_until <= at)
    order by due_at limit most for update skip locked;
end
$$;

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
