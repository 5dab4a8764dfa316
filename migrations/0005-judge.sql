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
create index judge_samples_age on judge_samples (created_at);

-- Tokens spent with the model on a day, for MODEL_DAILY_BUDGET_TOKENS.
create table model_usage (
  day text primary key,
  tokens bigint not null
);
