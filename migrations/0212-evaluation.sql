-- Measurements of the judge: runs of the calibration and red-team sets, and of the anchors.
create table evaluation_runs (
  id uuid primary key,
  kind text not null check (kind in ('sets', 'anchors')),
  prompt_version text not null,
  provider text not null,
  model text not null,
  -- null: the model did not answer
  resolved_model text,
  set_hash text not null,
  items integer not null,
  attacks integer not null,
  repeats integer not null,
  started_at timestamptz not null,
  -- null: it runs, or was interrupted
  finished_at timestamptz,
  has_passed boolean,
  summary jsonb,
  -- The UTC day that a run of the daily job is for; only one replica can claim it.
  anchor_day date unique
);
create index evaluation_runs_newest on evaluation_runs (kind, finished_at desc) where finished_at is not null;
create index evaluation_runs_unfinished on evaluation_runs (kind, started_at desc) where finished_at is null;
