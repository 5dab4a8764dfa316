-- Answers of outside providers, kept as long as they count as fresh.
create table provider_answers (
  key text primary key,
  answer jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_answers_expiry on provider_answers (expires_at);

-- The judge's samples: the same content under the same prompt version and model is judged once in 30 days (D19).
create table judge_samples (
  content_key text not null,
  resolved_model text not null,
  sample_index integer not null,
  provider text not null,
  model text not null,
  arguments jsonb not null,
  request_id text,
  input_tokens integer not null,
  output_tokens integer not null,
  latency_ms integer not null,
  created_at timestamptz not null,
  primary key (content_key, resolved_model, sample_index)
);
create index judge_samples_resolved on judge_samples (provider, model, created_at desc);

-- Tokens spent with the model, for MODEL_DAILY_BUDGET_TOKENS.
create table model_usage (
  day text primary key,
  tokens bigint not null
);
