-- oldest release: 1.0.0
-- As before, in PL/pgSQL, because only its functions keep their plans.
create or replace function find_hidden_reason(submission uuid, creator text, launch bytea) returns text
language plpgsql stable as $$
begin
  return (select reason from takedowns
    where (kind, subject) in (('submission', submission::text), ('creator', creator))
      or (identity = launch and (is_for_everybody or creator_address = creator))
    order by subject = submission::text desc, kind desc limit 1);
end $$;
