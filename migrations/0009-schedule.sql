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
