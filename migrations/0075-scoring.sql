-- oldest release: 1.0.0

-- `bound_contract` follows the mark of the bound token, also when the previous release sets it.
create function follow_bound_token() returns trigger language plpgsql as $$
begin
  new.bound_contract := new.bound_token;
  return new;
end $$;
create trigger submissions_bound before insert or update of bound_token on submissions
  for each row execute function follow_bound_token();
update submissions set bound_contract = bound_token where bound_token is not null;

-- The contract whose report by the token-risk provider the score rests on, lower case; null: none was read.
alter table scores add column measured_contract text collate "C";
update scores set measured_contract = evidence #>> '{risk,facts,token,address}'
where evidence #>> '{risk,mode}' = 'token';
create index scores_measured on scores (submission_id, measured_contract, created_at desc)
  where measured_contract is not null;

-- Bound contracts, and the newest record that measured each (D106). Those without one wait for the job `examine bound contracts`.
create table contract_examinations (
  submission_id uuid primary key references submissions (id),
  contract_address text collate "C" not null,
  -- null: no record has measured the contract yet
  score_id uuid references scores (id),
  attempts integer not null default 0,
  -- when the job tries again; a process that tries holds the row until then
  next_attempt_at timestamptz not null default 'epoch'
);
create index contract_examinations_due on contract_examinations (next_attempt_at) where score_id is null;
create index contract_examinations_by_contract on contract_examinations (contract_address);

create function plan_examination() returns trigger language plpgsql as $$
begin
  delete from contract_examinations where submission_id = new.id;
  if new.bound_token is not null then
    insert into contract_examinations (submission_id, contract_address, score_id) values (new.id, new.bound_token, (
      select id from scores where submission_id = new.id and measured_contract = new.bound_token
      order by created_at desc, id desc limit 1));
  end if;
  return null;
end $$;
create trigger submissions_examined after update of bound_token on submissions
  for each row when (old.bound_token is distinct from new.bound_token) execute function plan_examination();
insert into contract_examinations (submission_id, contract_address, score_id)
select u.id, u.bound_token, (
  select s.id from scores s where s.submission_id = u.id and s.measured_contract = u.bound_token
  order by s.created_at desc, s.id desc limit 1)
from submissions u where u.bound_token is not null;

-- Only what the contract's own report shows: neither the submission nor the wallet that it names has a part in it.
insert into contract_readings (contract_address, score_id, warning_codes, read_at)
select distinct on (s.measured_contract) s.measured_contract, s.id,
  array(
    select code from unnest(s.warning_codes) with ordinality as given (code, place)
    where code in ('honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_seize')
      or (code = 'listed_deployer'
        and s.evidence #>> '{risk,facts,token,report,fields,honeypot_with_same_creator}' ~ '^0*[1-9]\d{0,8}$')
    order by place),
  coalesce((s.evidence #>> '{risk,fetchedAt,tokenReport}')::timestamptz, s.created_at)
from scores s where s.measured_contract is not null
order by s.measured_contract, coalesce((s.evidence #>> '{risk,fetchedAt,tokenReport}')::timestamptz, s.created_at) desc,
  s.created_at desc, s.id desc
on conflict do nothing;
