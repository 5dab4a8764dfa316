-- oldest release: 1.0.0

-- `origins` of a publishable key: pages of these origins may use it (D93); null: the key is secret. A proxy's key names the
-- visitors on whose behalf it sends requests.
alter table api_keys
  add column origins text[],
  add column is_proxy boolean not null default false,
  add constraint api_keys_publishable check ((origins is not null) = starts_with(prefix, 'lsc_pub_'));
