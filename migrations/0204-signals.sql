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

-- Which prompt version was made the active one, when, by whom and why. The newest row counts; rows are only ever added.
create table prompt_activations (
  id uuid primary key,
  -- `<name>@<semver>`
  version text not null,
  reason text not null,
  actor text not null,
  activated_at timestamptz not null
);
create index prompt_activations_newest on prompt_activations (activated_at desc, id desc);
create trigger prompt_activations_kept before update or delete on prompt_activations
  for each row execute function refuse_change();

-- The tokens spent with the model on a day, as 1.0.0 counts them; `budget_use` has replaced the table.
create table model_usage (
  day text primary key,
  tokens bigint not null
);
