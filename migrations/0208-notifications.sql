-- A slot fans out to its channels, each with a state of its own. `claim` and `claimed_until` keep two dispatchers apart.
create table notification_sends (
  id uuid primary key,
  slot_id uuid not null references notification_slots (id),
  channel text not null,
  state text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- the channel's response when it accepted the notification, and the kind of the last failure
  receipt text,
  last_error text,
  sent_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  -- whose turn the send takes: see notification_turns
  enrolled_from text not null default '',
  creator text not null default '',
  -- a send is of no use from then on; the most pressing of a creator goes first
  useful_until timestamptz,
  unique (slot_id, channel)
);
create index notification_sends_due on notification_sends (channel, next_attempt_at, id) where state = 'pending';

-- Who had a turn when, by channel: a network (its creator is ''), and each creator in it.
create table notification_turns (
  channel text not null,
  enrolled_from text not null,
  creator text not null,
  turn bigint not null,
  taken_at timestamptz not null,
  primary key (channel, enrolled_from, creator)
);
create index notification_turns_age on notification_turns (taken_at);
create sequence notification_turn;

-- Channels whose service asked for a pause: nothing is sent on them before `until`.
create table paused_channels (
  channel text primary key,
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
  -- the latest slot that the subscriber was notified of, so that a repeated fan-out skips the subscriber
  told_slot_id uuid,
  -- when the subscriber was last notified of each slot by its name, over all schedules of the launch
  told_at jsonb not null default '{}',
  -- the hashes of the client network and of its IPv6 /48: no network can take all places of a launch
  network text,
  site text,
  unique (enrollment_id, endpoint)
);
create index push_subscriptions_by_network on push_subscriptions (enrollment_id, network);

-- The launches that an operator has approved for the deployment's own channels, for NOTIFY_ANNOUNCE=approved.
create table announcement_approvals (
  enrollment_id uuid primary key references enrollments (id),
  actor text not null,
  approved_at timestamptz not null
);
