-- oldest release: 1.0.0

-- Static headers for the receiver: the names as the API shows them, and names and values encrypted as `secret` is.
alter table webhook_subscriptions add column header_names text[] not null default '{}', add column headers text;

-- Launches that a take-down has hidden or shown, of which some records have still to be announced: one event for each record,
-- a few in the transaction of the take-down and the rest by a job.
create table visibility_changes (
  id bigint generated always as identity primary key,
  submission_id uuid not null,
  event text not null,
  reason text not null,
  changed_at timestamptz not null,
  -- the last record that has its event; null: none has
  announced_to uuid
);

-- When a key lineage was last told that it is near the limit of its tier: at most once an hour, over all replicas.
create table limit_notices (
  owner_id uuid primary key,
  notified_at timestamptz not null
);
