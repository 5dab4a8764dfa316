-- oldest release: 1.0.0

-- Columns that lists read beside a stored record, which never changes. Their modules maintain them: outcomes the decided
-- outcome and the proven token, scoring the proof of the wallet.
alter table submissions
  -- graduated, alive, dead or rugged, as soon as an outcome of the launch is decided; rugged stays (D101)
  add column outcome text,
  add column outcome_at timestamptz,
  -- the token that is bound and proven, lower case (D105)
  add column bound_contract text collate "C",
  -- signature, voucher or none (D104)
  add column creator_proof text not null default 'none';

-- For each contract the newest score that measured it, with its warnings (D106). Their critical ones belong to every answer
-- that speaks of the contract.
create table contract_readings (
  contract_address text collate "C" primary key,
  score_id uuid not null,
  warning_codes text[] not null,
  read_at timestamptz not null
);
