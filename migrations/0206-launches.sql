-- A score that its creator signed for: one per score, the first creator wins.
create table enrollments (
  id uuid primary key,
  score_id uuid not null unique references scores (id),
  submission_id uuid not null references submissions (id),
  creator_address text not null,
  -- the signed text, and who verified the signature: `key` (the wallet's own key) or `contract` (on the chain, at a block)
  message text not null,
  signature bytea not null,
  verified_by text not null,
  verified_chain_id bigint,
  verified_block bigint,
  scheduled_for timestamptz,
  -- grows with every change of scheduled_for: slots of an older version are never sent
  schedule_version integer not null default 0,
  -- of the score, for the lists
  band text not null,
  enrolled_at timestamptz not null,
  -- The hash of the network that the launch was enrolled from: of the IPv4 address, or of the IPv6 /48. Notifications go out
  -- in turns between these networks and, within one, between creators.
  enrolled_from text
);
create index enrollments_newest on enrollments (enrolled_at desc, id desc);
create index enrollments_newest_by_band on enrollments (band, enrolled_at desc, id desc);
create index enrollments_by_creator on enrollments (creator_address, enrolled_at desc, id desc);
create index enrollments_by_submission on enrollments (submission_id);
-- counts a creator's launches without reading the rows
create index enrollments_bands on enrollments (creator_address, band);
-- launches by their time, for the lists of upcoming and past ones
create index enrollments_planned on enrollments (scheduled_for, id) where scheduled_for is not null;

-- `enrolled` counts in the hour of the score: how many of an hour's scores were enrolled later.
create function note_enrollments() returns trigger language plpgsql as $$
begin
  insert into activity (name, at, amount)
    select 'enrollment.' || band, enrolled_at, count(*) from added group by 1, 2
    union all
    select 'enrolled', scores.created_at, count(*) from added join scores on scores.id = added.score_id group by 2;
  return null;
end $$;
create trigger enrollments_noted after insert on enrollments
  referencing new table as added for each statement execute function note_enrollments();

-- A creator's request to review the score that the creator enrolled: one per score, and public with its answer.
create table appeals (
  id uuid primary key,
  score_id uuid not null unique references scores (id),
  creator_address text not null,
  reason text not null,
  -- the signed text, and who verified the signature, as in `enrollments`
  message text not null,
  signature bytea not null,
  verified_by text not null,
  verified_chain_id bigint,
  verified_block bigint,
  issued_at timestamptz not null,
  appealed_at timestamptz not null,
  -- null while it is open
  outcome text,
  answer text,
  answered_by text,
  answered_at timestamptz,
  -- the record of a re-score with fresh samples, if the answer has one
  rescored_as uuid references scores (id)
);
create index appeals_newest on appeals (appealed_at desc, id desc);
create index appeals_open on appeals (appealed_at desc, id desc) where outcome is null;

-- The three notifications of a schedule (D26).
create table notification_slots (
  id uuid primary key,
  enrollment_id uuid not null references enrollments (id),
  slot text not null,
  schedule_version integer not null,
  scheduled_for timestamptz not null,
  send_at timestamptz not null,
  state text not null,
  sent_at timestamptz,
  -- when its sends were made, one for each channel
  fanned_out_at timestamptz,
  unique (enrollment_id, schedule_version, slot)
);
create index notification_slots_due on notification_slots (send_at, id) where state = 'pending';
create index notification_slots_fanned_out on notification_slots (fanned_out_at) where fanned_out_at is not null;

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
  -- when the session last viewed the launch page
  seen_at timestamptz not null default now(),
  primary key (enrollment_id, session_hash)
);
create index attendance_sessions_seen on attendance_sessions (seen_at);

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
