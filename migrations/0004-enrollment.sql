-- A score that its creator signed for: one per score, the first creator wins.
create table enrollments (
  id uuid primary key,
  score_id uuid not null unique references scores (id),
  submission_id uuid not null references submissions (id),
  creator_address text not null,
  -- what was signed, and what said that the signature is good: `key` (the wallet's own key) or `contract` (on the chain, at a block)
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
  enrolled_at timestamptz not null
);
create index enrollments_newest on enrollments (enrolled_at desc, id desc);
create index enrollments_newest_by_band on enrollments (band, enrolled_at desc, id desc);
create index enrollments_by_creator on enrollments (creator_address, enrolled_at desc, id desc);
-- counts a creator's launches without reading the rows
create index enrollments_bands on enrollments (creator_address, band);

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
  -- when its sends were made, one for each transport
  fanned_out_at timestamptz,
  unique (enrollment_id, schedule_version, slot)
);
create index notification_slots_due on notification_slots (send_at, id) where state = 'pending';
