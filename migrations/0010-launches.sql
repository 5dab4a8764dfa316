-- The creator's text on the launch page, and each signed edit of it (D27).
create table launch_pages (
  enrollment_id uuid primary key references enrollments (id),
  tagline text,
  description text,
  cta_label text,
  cta_url text,
  last_issued_at timestamptz not null,
  updated_at timestamptz not null
);

create table page_edits (
  id uuid primary key,
  enrollment_id uuid not null references enrollments (id),
  -- the fields as signed, the text of the message, the signature: enough for anyone to check who wrote the page
  fields jsonb not null,
  message text not null,
  signature bytea not null,
  -- who verified the signature: `key`, or `contract` on a chain at a block
  verified_by text not null,
  verified_chain_id bigint,
  verified_block bigint,
  issued_at timestamptz not null,
  edited_at timestamptz not null
);
create index page_edits_newest on page_edits (enrollment_id, issued_at desc, id desc);

-- Attendance (D29): views are counted, sessions kept as keyed hashes.
create table attendance (
  enrollment_id uuid primary key references enrollments (id),
  page_views bigint not null,
  unique_sessions bigint not null
);
create table attendance_sessions (
  enrollment_id uuid not null references enrollments (id),
  session_hash bytea not null,
  primary key (enrollment_id, session_hash)
);

-- The client networks (keyed hashes) that viewed a launch page in the current hour: each counts as one session in that hour.
create table attendance_networks (
  enrollment_id uuid not null references enrollments (id),
  network text not null,
  hour timestamptz not null,
  views integer not null,
  primary key (enrollment_id, network, hour)
);
create index attendance_networks_hour on attendance_networks (hour);

-- The key of the hashes in attendance_sessions (D29), made by the first replica that needs it. It is in the database because
-- all replicas must hash alike and no variable holds a secret for it. Somebody who sees the sessions but not this table
-- can't test which session ids are among them.
create table attendance_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
