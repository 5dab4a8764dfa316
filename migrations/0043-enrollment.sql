-- oldest release: 0.1.0
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
