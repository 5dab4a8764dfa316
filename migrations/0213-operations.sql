-- Public incidents, and the updates that operators posted on each.
create table incidents (
  id uuid primary key,
  title text not null,
  impact text not null check (impact in ('minor', 'major')),
  opened_at timestamptz not null,
  -- null: it lasts
  resolved_at timestamptz
);
create index incidents_newest on incidents (opened_at desc, id desc);

create table incident_updates (
  id uuid primary key,
  incident_id uuid not null references incidents (id),
  -- `opened`, `updated`, `resolved`
  kind text not null,
  body text not null,
  posted_at timestamptz not null,
  -- who posted it; null: it was posted before this was noted
  actor text
);
create index incident_updates_by_incident on incident_updates (incident_id, posted_at, id);

-- One row that /ready writes, to verify that the database takes writes. `ballast` makes the write as large as a real one.
create table write_probe (
  is_only boolean primary key default true check (is_only),
  ballast bytea not null,
  written_at timestamptz not null
) with (fillfactor = 10);
alter table write_probe alter column ballast set storage external;
