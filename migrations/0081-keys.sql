-- oldest release: 1.0.0

alter table api_keys
  -- the key stands for the wallets that its holder has authenticated (D104)
  add column is_vouching boolean not null default false;
