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
-- counts a creator's launches without reading the rows
create index enrollments_bands on enrollments (creator_address, band);
-- launches by their time, for the lists of upcoming and past ones
create index enrollments_planned on enrollments (scheduled_for, id) where scheduled_for is not null;
