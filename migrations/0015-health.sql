-- One row that /ready writes, to verify that the database takes writes. `ballast` makes the write as large as a real one.
create table write_probe (
  is_only boolean primary key default true check (is_only),
  ballast bytea not null,
  written_at timestamptz not null
) with (fillfactor = 10);
alter table write_probe alter column ballast set storage external;
