-- oldest release: 0.1.0
-- Which prompt version was made the active one, when, by whom and why. The newest row counts; rows are only ever added.
create table prompt_activations (
  id uuid primary key,
  -- `<name>@<semver>`
  version text not null,
  reason text not null,
  actor text not null,
  activated_at timestamptz not null
);
create index prompt_activations_newest on prompt_activations (activated_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
create trigger prompt_activations_kept before update or delete on prompt_activations
  for each row execute function refuse_change();
