-- oldest release: 1.0.0

-- The deployer of the contract as the providers reported it for this record, lower case; null: they reported none (D113).
alter table scores add column reported_deployer text collate "C";
update scores s set reported_deployer = found.deployer from (
  select a.id, lower(coalesce(a.evidence #>> '{creator,facts,otherDeployer}',
    case when a.is_deployer then u.creator_address end,
    substring(a.evidence #>> '{risk,facts,token,report,fields,creator_address}' from '^0x[0-9a-fA-F]{40}$'))) as deployer
  from scores a join submissions u on u.id = a.submission_id where a.contract_address is not null) as found
where s.id = found.id and found.deployer <> '0x' || repeat('0', 40);

-- The deployer of each contract by the newest record that reports one.
create table contract_deployers (
  contract_address text collate "C" primary key,
  deployer text collate "C" not null,
  reported_at timestamptz not null
);
insert into contract_deployers (contract_address, deployer, reported_at)
select distinct on (contract_address) contract_address, reported_deployer, created_at from scores
where contract_address is not null and reported_deployer is not null and not is_test
order by contract_address, created_at desc, id desc;

-- Which score speaks for its contract (D61, D107, D113): the one with the highest `speaks`, of these the first creator who
-- signed for the contract, of his scores the newest. `standing` stays what the previous release reads.
-- 0: not signed; 1: signed by a wallet that isn't the reported deployer; 2: not signed, but names the reported deployer;
-- 3: signed; 4: signed by the reported deployer or owner; 5: bound and proven.
alter table scores add column speaks smallint not null default 0;
-- when the creator first signed a submission that names the contract
alter table scores add column speaks_from timestamptz not null default 'infinity';

create function score_speaks(standing smallint, creator text, deployer text) returns smallint language sql immutable as $$
  select (case
    when standing >= 2 then standing + 2
    when standing = 1 then case when deployer <> creator then 1 else 3 end
    when deployer = creator then 2
    else 0 end)::smallint
$$;

-- A submission that is taken down no longer counts.
create index submissions_signed_contracts on submissions (creator_address, coalesce(bound_token, contract_address), signed_at)
  where signed_at is not null and hidden_reason is null;
create function first_signature(creator text, contract text) returns timestamptz language sql stable as $$
  select coalesce(min(signed_at), 'infinity') from submissions
  where creator_address = creator and coalesce(bound_token, contract_address) = contract
    and signed_at is not null and hidden_reason is null
$$;

create or replace function set_standing() returns trigger language plpgsql as $$
declare
  creator text;
  signature timestamptz;
  bound text;
begin
  select creator_address, signed_at, bound_token into creator, signature, bound
  from submissions where id = new.submission_id for share;
  if tg_op = 'INSERT' then
    if signature is not null then
      new.standing := greatest(new.standing, case when new.is_deployer then 2 else 1 end);
    end if;
    if bound is not null then
      new.contract_address := bound;
      new.standing := 3;
    end if;
  end if;
  if new.contract_address is not null then
    new.speaks := score_speaks(new.standing, creator, coalesce(
      (select deployer from contract_deployers where contract_address = new.contract_address), new.reported_deployer));
    new.speaks_from := case when signature is null then 'infinity'
      else first_signature(creator, new.contract_address) end;
  else
    new.speaks := score_speaks(new.standing, creator, null);
    new.speaks_from := 'infinity';
  end if;
  return new;
end $$;
create trigger scores_speak before update of standing, contract_address on scores
  for each row execute function set_standing();

update scores s set
  speaks = score_speaks(s.standing, u.creator_address, d.deployer),
  speaks_from = case when u.signed_at is null or s.contract_address is null then 'infinity'
    else first_signature(u.creator_address, s.contract_address) end
from submissions u, scores a left join contract_deployers d on d.contract_address = a.contract_address
where u.id = s.submission_id and a.id = s.id
  and (s.standing > 0 or d.deployer = u.creator_address);

create index scores_speaking on scores (contract_address, speaks desc, speaks_from, created_at desc, id desc)
  where contract_address is not null and is_current and not is_test;
drop index scores_by_token;
