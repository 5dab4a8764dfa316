-- The public list of recorded launches, by its order and by its filter of outcomes.
create index recorded_launches_newest on recorded_launches (created_block_at desc, binding_id desc);
create index outcomes_by_kind on outcomes (horizon, outcome, decided_at desc, binding_id desc);
