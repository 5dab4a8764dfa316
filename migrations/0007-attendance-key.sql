-- The key of the hashes in attendance_sessions (D29), made by the first replica that needs it. It lies here because all
-- replicas must hash alike and no variable holds a secret for it: it keeps whoever sees the sessions, but not this
-- table, from testing which session ids are among them.
create table attendance_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
