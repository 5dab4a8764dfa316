-- oldest release: 0.1.0
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
