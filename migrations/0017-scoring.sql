-- oldest release: 0.1.0
-- Images that clients sent before they submit a launch with one of them. After `expires_at` the entry is deleted, and with it
-- the image, unless a submission has it.
create table uploads (
  image_hash text primary key references images (hash),
  expires_at timestamptz not null
);
create index uploads_expiry on uploads (expires_at);
