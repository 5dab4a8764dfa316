-- oldest release: 0.1.0
-- As before, but it locks the subscriptions in the order of their ids, as recording outcomes does, so that the two don't deadlock.
create or replace function stop_subscriptions() returns trigger language plpgsql as $$
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
