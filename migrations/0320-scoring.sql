-- oldest release: 1.0.0
-- The look of an image is stored with the code of its middle, which took a second statement and another entry in each index.

-- Inserts the look of an image; false: it has one. `new_keys` are the six selections of `new_middle`; null: the middle shows
-- nothing to compare.
create function insert_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision,
  new_created_at timestamptz, new_middle bigint, new_keys integer[]
) returns boolean language plpgsql as $$
declare
  is_first constant boolean := new_key = new_hash and new_fingerprint is not null;
begin
  perform set_config('synchronous_commit', 'off', true); -- the score that uses it commits later
  insert into image_looks
      (image_hash, picture_key, fingerprint, band_0, band_1, band_2, band_3, thumbnail, detail, created_at, has_middle,
      middle, middle_0, middle_1, middle_2, middle_3, middle_4, middle_5)
    select new_hash, new_key, new_fingerprint, bands[1], bands[2], bands[3], bands[4], new_thumbnail, new_detail,
      new_created_at, is_first, middle, keys[1], keys[2], keys[3], keys[4], keys[5], keys[6]
    from (select
      case when is_first then
        array(select ((new_fingerprint >> 16 * band) & 65535)::integer from generate_series(0, 3) as band) end as bands,
      case when is_first then new_middle end as middle,
      case when is_first then new_keys end as keys) as split
    on conflict (image_hash) do nothing;
  return found;
end
$$;

-- As before, with the code of the middle.
create function insert_grouped_look(
  new_hash text, new_key text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision,
  new_created_at timestamptz, seen bigint[], new_middle bigint, new_keys integer[]
) returns boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
begin
  if new_fingerprint is not null then
    perform lock_near_images(new_fingerprint);
    if array(select near from list_near_images(new_fingerprint) order by near) <> seen then
      return false;
    end if;
  end if;
  return insert_look(
    new_hash, new_key, new_fingerprint, new_thumbnail, new_detail, new_created_at, new_middle, new_keys);
end
$$;

-- As before, with the code of the middle.
create function recall_look(
  new_hash text, new_fingerprint bigint, new_thumbnail bytea, new_detail double precision, new_created_at timestamptz,
  new_middle bigint, new_keys integer[]
) returns setof image_looks
language plpgsql set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
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
      perform insert_look(
        new_hash, new_hash, new_fingerprint, new_thumbnail, new_detail, new_created_at, new_middle, new_keys);
      return query select * from image_looks where image_hash = new_hash;
    end if;
  end if;
end
$$;
