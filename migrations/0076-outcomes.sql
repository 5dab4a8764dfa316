-- oldest release: 1.0.0

-- Whose word a correction is: the creator's signature, the operator, or the service itself. Null: from before this was kept.
alter table corrections add column made_by text check (made_by in ('creator', 'operator', 'service'));

-- The creator's signed word that a token is not theirs. It is final.
create table token_denials (
  binding_id uuid primary key references token_bindings (id),
  message text not null,
  signature bytea not null,
  verified_by text not null,
  verified_chain_id bigint,
  verified_block bigint,
  denied_at timestamptz not null
);

-- Anyone can name any wallet, so a token that the service found is a wallet's own only when the wallet sent the creation (D105).
-- The proofs of a binding are stored before its state.
create function is_consented(binding token_bindings) returns boolean language sql stable as $$
  select binding.origin = 'signed' or binding.creation_sender = binding.creator_address or exists (
    select from token_proofs where binding_id = binding.id and kind in ('deployed', 'sent', 'operation'))
$$;

-- The previous release may still take an enrollment for consent.
create function require_consent() returns trigger language plpgsql as $$
begin
  if not coalesce(is_consented(new), false) then
    new.state := 'unproven';
    new.excluded := 'named_unsigned';
    new.is_named_unsigned := true;
  end if;
  return new;
end $$;
create trigger token_bindings_consent before update of state on token_bindings
  for each row when (new.state = 'proven' and old.state is distinct from 'proven') execute function require_consent();

create function require_binding() returns trigger language plpgsql as $$
begin
  -- Returning null skips the update.
  if not exists (
    select from token_bindings where submission_id = new.id and token = new.bound_token and state = 'proven') then
    return null;
  end if;
  return new;
end $$;
create trigger submissions_bind before update of bound_token on submissions
  for each row when (new.bound_token is not null and new.bound_token is distinct from old.bound_token)
  execute function require_binding();

-- Bindings that rest only on a name, from before.
create temporary table named on commit drop as
  select b.id, b.submission_id, b.token from token_bindings b
  where b.state = 'proven' and not coalesce(is_consented(b), false);
insert into corrections (id, subject, reason, explanation, corrected_at, made_by)
select gen_random_uuid(), 'binding:' || named.id, 'not_theirs',
  'A launchpad only names the wallet, which neither sent the creation of the token nor signed for it.', now(), 'service'
from named join recorded_launches r on r.binding_id = named.id
where not exists (select from corrections c where c.subject = 'binding:' || named.id);
update token_bindings b set state = 'unproven', excluded = 'named_unsigned', is_named_unsigned = true
from named where b.id = named.id;
update watches w set next_look_at = null, closed = 'corrected'
from named where w.binding_id = named.id and w.closed is null;
with unmarked as (
  update submissions u set bound_token = null from named
  where u.id = named.submission_id and u.bound_token = named.token
  returning u.id, u.contract_address, u.signed_at, named.token)
update scores s set contract_address = u.contract_address,
  standing = case when u.signed_at is null then 0
    when s.is_deployer and s.measured_contract is distinct from u.token then 2 else 1 end
from unmarked u where s.submission_id = u.id;
