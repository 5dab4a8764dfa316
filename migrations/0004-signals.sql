-- Responses of the data providers, as long as they count as fresh.
create table provider_answers (
  key text primary key,
  answer jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_answers_expiry on provider_answers (expires_at);
