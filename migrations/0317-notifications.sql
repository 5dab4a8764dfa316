-- oldest release: 1.0.0

-- Who asked to be reminded of a launch by e-mail or by Telegram. The address is encrypted; without one, the reminders were stopped.
-- The keyed hash then stays for a day, because it counts the confirmation mails to an address, and for 30 days if its owner
-- refused to confirm, because it keeps further confirmation mails from the address.
create table reminders (
  id uuid primary key,
  enrollment_id uuid not null references enrollments (id),
  channel text not null,
  address text,
  address_hash text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  refused_at timestamptz,
  -- when a confirmation mail is due; null: none is
  mail_due_at timestamptz,
  mailed_at timestamptz,
  mails smallint not null default 0,
  failures smallint not null default 0,
  -- as in push_subscriptions
  told_slot_id uuid,
  told_at jsonb not null default '{}',
  network text,
  site text,
  unique (enrollment_id, channel, address_hash)
);
create index reminders_by_address on reminders (address_hash);
create index reminders_by_network on reminders (network, asked_at);
create index reminders_by_site on reminders (site, asked_at) where site is not null;
create index reminders_to_mail on reminders (mail_due_at) where mail_due_at is not null;
create index reminders_unconfirmed on reminders (asked_at) where confirmed_at is null;

-- The bots that visitors write to. One replica at a time receives the updates of a bot.
create table telegram_bots (
  id text primary key,
  username text,
  next_update bigint not null default 0,
  listener uuid,
  listening_until timestamptz,
  heard_at timestamptz
);
