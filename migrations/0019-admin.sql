-- oldest release: 0.1.0
-- For the operators' page: who posted an update of an incident (null: it was posted before this was noted), and the
-- subscriptions whose attempts fail, without reading the others.
alter table incident_updates add column actor text;
create index webhook_subscriptions_failing on webhook_subscriptions (failing_since) where failing_since is not null;
