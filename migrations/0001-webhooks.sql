-- Events, written in the transaction of what they report (D43). `body` is the envelope, byte for byte as it is sent.
create table outbox (
  id text primary key,
  event text not null,
  body text not null,
  created_at timestamptz not null
);
create index outbox_age on outbox (created_at, id);
