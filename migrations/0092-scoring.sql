-- oldest release: 1.0.0

-- A take-down of a submission also covers the same launch by the same creator from then on, or by everybody (D116).
alter table takedowns
  add column creator_address text collate "C",
  add column identity bytea,
  -- folded and cut as in launch_names
  add column launch_name text,
  add column launch_symbol text,
  -- of the image, whose features are deleted with it
  add column image_hash text,
  add column fingerprint bigint,
  add column is_for_everybody boolean not null default false;
create index takedowns_identity on takedowns (identity);
create index takedowns_launch on takedowns (launch_name, launch_symbol);
alter table takedown_log add column is_for_everybody boolean not null default false;

update takedowns set creator_address = s.creator_address, identity = s.identity, image_hash = s.image_hash,
  launch_name = n.name, launch_symbol = n.symbol
from submissions as s left join launch_names as n on n.identity = s.identity
where kind = 'submission' and s.id::text = subject;

-- The function with two arguments stays for the previous release.
create function find_hidden_reason(submission uuid, creator text, launch bytea) returns text language sql stable as $$
  select reason from takedowns
  where (kind, subject) in (('submission', submission::text), ('creator', creator))
    or (identity = launch and (is_for_everybody or creator_address = creator))
  order by subject = submission::text desc, kind desc limit 1
$$;

create or replace function hide_submission() returns trigger language plpgsql as $$
begin
  new.hidden_reason := find_hidden_reason(new.id, new.creator_address, new.identity);
  return new;
end $$;

update submissions set hidden_reason = find_hidden_reason(id, creator_address, identity)
where identity in (select identity from takedowns where identity is not null)
  and hidden_reason is distinct from find_hidden_reason(id, creator_address, identity);
