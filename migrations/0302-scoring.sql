alter table submissions
  -- null: submitted before chains were recorded, on the chain of CHAIN_ID
  add column chain_id bigint,
  -- the fields that were read from the contract and the providers; null: all were submitted
  add column filled text[];
