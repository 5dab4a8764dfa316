-- A slot fans out to its transports, each with a state of its own. `claim` and `claimed_until` keep two dispatchers apart.
create table notification_sends (
  id uuid primary key,
  slot_id uuid not null references notification_slots (id),
  transport text not null,
  state text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- what the transport answered when it took the notification, and the kind of the last failure
  receipt text,
  last_error text,
  sent_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  unique (slot_id, transport)
);
create index notification_sends_due on notification_sends (transport, next_attempt_at, id) where state = 'pending';

-- A transport whose other side asked for a rest: nothing is sent by it before.
create table resting_transports (
  transport text primary key,
  until timestamptz not null
);

-- Who asked to be reminded of a launch, by web push.
create table push_subscriptions (
  id uuid primary key,
  enrollment_id uuid not null references enrollments (id),
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- the latest slot that it was told of: a repeated fan-out passes it over
  told_slot_id uuid,
  unique (enrollment_id, endpoint)
);
