-- oldest release: 0.1.0
-- The positions of the first images of the groups whose fingerprints differ from `wanted` in at most six bits, the oldest
-- first, 16 at most. Of each value of a band it reads the 100 oldest images: whatever is stored, at most 6,800 entries of an
-- index.
create function list_near_images(wanted bigint) returns table (near bigint) language sql stable as $$
  with neighbours as (
    select band, value from generate_series(0, 3) as band
    cross join lateral (select ((wanted >> 16 * band) & 65535)::integer as own) as bits
    cross join lateral (select own union all select own # (1 << bit) from generate_series(0, 15) as bit) as one (value)),
  read as (
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_0 = value and band_0 is not null order by position limit 100) as entry where band = 0
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_1 = value and band_1 is not null order by position limit 100) as entry where band = 1
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_2 = value and band_2 is not null order by position limit 100) as entry where band = 2
    union all
    select entry.* from neighbours cross join lateral (select position, fingerprint from image_looks
      where band_3 = value and band_3 is not null order by position limit 100) as entry where band = 3)
  select distinct position from read where bit_count((fingerprint # wanted)::bit(64)) <= 6 order by position limit 16
$$;

-- Until the end of the transaction, images that may be near-identical wait for each other: of two fingerprints that differ in at
-- most six bits, one of seven parts is equal. The number of the locks is "look".
create function lock_near_images(wanted bigint) returns void language sql as $$
  select pg_advisory_xact_lock(1819242347,
      (1024 * part + ((wanted >> 9 * part) & case part when 6 then 1023 else 511 end))::integer)
    from generate_series(0, 6) as part
$$;

-- Inserts the look of an image; false: it has one.
create function insert_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision, new_created_at timestamptz
) returns boolean language plpgsql as $$
declare
  is_first constant boolean := new_key = new_hash and new_fingerprint is not null;
begin
  perform set_config('synchronous_commit', 'off', true); -- the score that uses it commits later
  insert into image_looks
      (image_hash, picture_key, fingerprint, band_0, band_1, band_2, band_3, thumbnail, detail, created_at)
    select new_hash, new_key, new_fingerprint, bands[1], bands[2], bands[3], bands[4], new_thumbnail, new_detail, new_created_at
    from (select case when is_first then
      array(select ((new_fingerprint >> 16 * band) & 65535)::integer from generate_series(0, 3) as band) end as bands) as split
    on conflict (image_hash) do nothing;
  return found;
end
$$;

-- Inserts the look of an image in the group that its caller chose. False: it has one, or its group must be chosen anew, because
-- the near images are no longer those that the caller has seen.
create function insert_grouped_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision,
  new_created_at timestamptz, seen bigint[]
) returns boolean language plpgsql as $$
begin
  if new_fingerprint is not null then
    perform lock_near_images(new_fingerprint);
    if array(select near from list_near_images(new_fingerprint) order by near) <> seen then
      return false;
    end if;
  end if;
  return insert_look(new_hash, new_key, new_fingerprint, new_thumbnail, new_detail, new_created_at);
end
$$;

-- The look of an image, then the looks near it, the oldest first. An image whose look isn't stored, and which no other is near,
-- becomes the first of a group. If others are near, only they are returned, because the caller must choose its group.
create function recall_look(
  new_hash text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision, new_created_at timestamptz
) returns setof image_looks language plpgsql as $$
declare
  own image_looks;
begin
  select * into own from image_looks where image_hash = new_hash;
  if found then
    return next own;
    return query select look.* from list_near_images(own.fingerprint) join image_looks as look on position = near
      order by position;
  elsif new_fingerprint is not null then
    perform lock_near_images(new_fingerprint);
    return query select look.* from list_near_images(new_fingerprint) join image_looks as look on position = near
      order by position;
    if not found then
      perform insert_look(new_hash, new_hash, new_fingerprint, new_thumbnail, new_detail, new_created_at);
      return query select * from image_looks where image_hash = new_hash;
    end if;
  end if;
end
$$;
