-- Events, written in the transaction that they report (D43). `body` is the envelope, byte for byte as it is sent.
create table outbox (
  id text primary key,
  event text not null,
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
);
create index outbox_age on outbox (created_at, id);
create index outbox_feed on outbox (event, tx, id);

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
-- counts those paused without reading the others
create index webhook_subscriptions_paused on webhook_subscriptions (paused_until) where paused_until is not null;

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
-- keys that are revoked at once from each seeing the other as active.
create function stop_subscriptions() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.root_id::text, 39));
  if not exists (select from api_keys where root_id = new.root_id and revoked_at is null) then
    update webhook_subscriptions
    set active = false, disabled_reason = 'key_revoked', inactive_since = new.revoked_at
    where owner_id = new.root_id and active;
    perform pg_notify('launchscore_subscriptions', id) from webhook_subscriptions where owner_id = new.root_id;
  end if;
  return null;
end $$;
create trigger api_keys_stop_subscriptions after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function stop_subscriptions();
