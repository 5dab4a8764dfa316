-- oldest release: 1.0.0

-- Scores that were not published (D88). Their launches are in no other table, so that no list, count or comparison has them.
create table drafts (
  id uuid primary key,
  -- the whole ScoreResult as first sent, with the submission in it
  body text not null,
  -- Kept as an upload that expires with the draft. No reference: `uploads` has it.
  image_hash text not null,
  created_at timestamptz not null,
  -- from then on it is not found; a job deletes it
  expires_at timestamptz not null
);
create index drafts_expiry on drafts (expires_at);

-- `score_id` may be the id of a draft.
alter table idempotency_keys drop constraint idempotency_keys_score_id_fkey;
