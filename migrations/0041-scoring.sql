-- The contract that the launch of a submission is bound to (lower case, D66). Its scores then speak for that contract.
alter table submissions add bound_token text;

create or replace function set_standing() returns trigger language plpgsql as $$
declare
  signature timestamptz;
  bound text;
begin
  select signed_at, bound_token into signature, bound from submissions where id = new.submission_id for share;
  if signature is not null then
    new.standing := greatest(new.standing, case when new.is_deployer then 2 else 1 end);
  end if;
  if bound is not null then
    new.contract_address := bound;
    new.standing := 3;
  end if;
  return new;
end $$;
