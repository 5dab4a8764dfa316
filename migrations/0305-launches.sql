-- oldest release: 1.0.0

-- Where the author of an appeal wants its answer, encrypted; null: nowhere, or it was sent. `answer_due_at` is the next attempt or,
-- while `is_answering`, the end of the lease of the one in progress.
alter table appeals add column answer_to text, add column answer_due_at timestamptz,
  add column answer_attempts smallint not null default 0, add column is_answering boolean not null default false;
create index appeals_to_send on appeals (answer_due_at) where answer_due_at is not null;
