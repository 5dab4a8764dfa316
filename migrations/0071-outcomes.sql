-- oldest release: 1.0.0
-- A launchpad only names the wallet, which has signed nothing: whatever else excludes the binding, it isn't charged to the wallet.
alter table token_bindings add column is_named_unsigned boolean not null default false;
update token_bindings b set is_named_unsigned = true
where b.excluded = 'named_unsigned'
  or (b.state = 'proven' and b.origin = 'found' and b.enrollment_id is null
    and not exists (select from enrollments e where e.score_id = b.score_id)
    and not exists (
      select from token_proofs p where p.binding_id = b.id and p.kind not in ('named', 'rights')));

-- Scores of such a wallet don't speak for the token.
with unmarked as (
  update submissions u set bound_token = null from token_bindings b
  where b.is_named_unsigned and b.state = 'proven' and u.id = b.submission_id and u.bound_token = b.token
  returning u.id, u.contract_address, u.signed_at)
update scores s set contract_address = u.contract_address,
  standing = case when u.signed_at is null then 0 when s.is_deployer then 2 else 1 end
from unmarked u where s.submission_id = u.id;
