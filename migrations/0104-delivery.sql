-- oldest release: 1.0.0
-- When the lease of a claim ended whose result was never recorded. Set by the claim that takes the delivery over.
alter table deliveries add column lost_at timestamptz;
