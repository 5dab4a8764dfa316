-- oldest release: 1.1.0
-- Functions that several modules use. An older release can't start on a database that was made by this file and those after it.

-- For tables whose rows are only ever added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;

-- For the record of outcomes.
create function refuse_record_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever appended', tg_table_name;
end $$;
