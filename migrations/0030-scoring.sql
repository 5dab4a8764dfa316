-- oldest release: 0.1.0
create sequence image_position;

-- How the stored images look, to find near-identical ones without a model. Written before the judge sees an image, so that two
-- near-identical images that arrive at once end in one group.
create table image_looks (
  image_hash text primary key,
  -- The group: the image_hash of the first of near-identical images, or `blank` and a colour. Judged content has it as the key
  -- of its image.
  picture_key text not null,
  -- older images have lower numbers
  position bigint not null default nextval('image_position') unique,
  -- the signs of 64 coefficients of a discrete cosine transform; null: the image is blank
  fingerprint bigint,
  -- The fingerprint's four bands of 16 bits, of the first image of a group only. Of two fingerprints that differ in at most six
  -- bits, one band differs in at most one.
  band_0 integer,
  band_1 integer,
  band_2 integer,
  band_3 integer,
  -- 32×32 pixels of red, green and blue
  thumbnail bytea not null,
  detail double precision not null,
  -- a submission with this image was stored
  is_submitted boolean not null default false,
  created_at timestamptz not null
);
-- The oldest come first and scans are bounded, so that later images can't displace earlier ones from a search.
create index image_looks_band_0 on image_looks (band_0, position) include (fingerprint) where band_0 is not null;
create index image_looks_band_1 on image_looks (band_1, position) include (fingerprint) where band_1 is not null;
create index image_looks_band_2 on image_looks (band_2, position) include (fingerprint) where band_2 is not null;
create index image_looks_band_3 on image_looks (band_3, position) include (fingerprint) where band_3 is not null;
create index image_looks_group on image_looks (picture_key, position);
create index image_looks_unsubmitted on image_looks (created_at) where not is_submitted;

-- For images from before this table, and for uploads.
alter table images add column has_look boolean not null default false;
create index images_without_look on images (created_at, hash) where not has_look and bytes is not null;

-- The first submissions with an image, and of a launch.
create index submissions_by_image on submissions (image_hash, created_at, id);
create index submissions_by_identity on submissions (identity, created_at, id);
drop index submissions_image;
drop index submissions_identity;
create index launch_names_both on launch_names (name, symbol, created_at);
