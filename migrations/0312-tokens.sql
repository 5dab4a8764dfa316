-- oldest release: 1.0.0

-- The key of a token on another chain than CHAIN_ID is its address, `@` and its chain (D96), such as 0x…@56. Bindings have
-- the address and the chain in columns of their own.
create or replace function require_binding() returns trigger language plpgsql as $$
begin
  -- Returning null skips the update.
  if not exists (
    select from token_bindings where submission_id = new.id and token = left(new.bound_token, 42) and state = 'proven'
      and (length(new.bound_token) = 42 or chain_id = substr(new.bound_token, 44)::bigint)) then
    return null;
  end if;
  return new;
end $$;
