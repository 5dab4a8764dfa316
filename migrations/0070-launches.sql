-- oldest release: 0.1.0
-- When each session last viewed the launch page. Existing rows count as seen now.
alter table attendance_sessions add column seen_at timestamptz not null default now();
create index attendance_sessions_seen on attendance_sessions (seen_at);
