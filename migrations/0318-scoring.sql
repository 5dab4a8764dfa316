-- oldest release: 1.0.0
-- The look-ups of a score, planned once per connection: planning them for each score takes several times as long as running
-- them. They read a few entries of an index for each value, in order, where a bitmap would have to be sorted.
alter function recall_look(text, bigint, bytea, double precision, timestamptz)
  set plan_cache_mode = force_generic_plan set enable_bitmapscan = off;
alter function insert_grouped_look(text, text, bigint, bytea, double precision, timestamptz, bigint[])
  set plan_cache_mode = force_generic_plan set enable_bitmapscan = off;

-- As before; only a function in PL/pgSQL keeps its plan.
create or replace function list_seen_images(codes bigint[], keys integer[]) returns table (seen bigint)
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
begin
  return query
  with asked as (
    select codes[n] as code, keys[6 * n - 5] as key_0, keys[6 * n - 4] as key_1, keys[6 * n - 3] as key_2,
      keys[6 * n - 2] as key_3, keys[6 * n - 1] as key_4, keys[6 * n] as key_5
    from generate_subscripts(codes, 1) as n),
  read as (
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_0 = key_0 and middle_0 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_1 = key_1 and middle_1 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_2 = key_2 and middle_2 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_3 = key_3 and middle_3 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_4 = key_4 and middle_4 is not null order by position limit 50) as entry
    union all
    select entry.*, code from asked cross join lateral (select position, middle from image_looks
      where middle_5 = key_5 and middle_5 is not null order by position limit 50) as entry),
  near as (
    select position, min(bit_count((middle # code)::bit(64))) as differing from read
    group by position having min(bit_count((middle # code)::bit(64))) <= 12)
  (select position from near order by differing, position limit 8)
  union
  (select position from near where differing <= 6 order by position limit 8);
end $$;

-- The submissions that resemble one, oldest of each kind first, without hidden and test ones. Enrolled ones, those with weight
-- and the creator's own are looked up separately, so that many others can't crowd them out. Each look-up is bounded.
-- `beginning` and `ending` are of a similar name; null: the name is too short to compare.
create function list_resembling(
  groups text[], wanted_name text, wanted_symbol text, beginning text, ending text[], creator text
) returns table (
  resemblance text, submission_id uuid, score_id uuid, name text, symbol text, creator_address text, is_enrolled boolean,
  creator_score smallint, is_launched boolean, created_at timestamptz
) language plpgsql stable rows 30 set plan_cache_mode = force_generic_plan
  -- Such a plan can't know that all of this is bounded.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with pictures as (
    select image_hash from unnest(groups) as key cross join lateral (
      select image_hash from image_looks where picture_key = key order by position limit 30) as image),
  pictured as (
    select 'picture' as resemblance, submission.* from pictures cross join lateral (
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where image_hash = pictures.image_hash and hidden_reason is null order by created_at, id limit 30)
      union
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where image_hash = pictures.image_hash and hidden_reason is null and signed_at is not null
        order by created_at, id limit 30)
      union
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where image_hash = pictures.image_hash and hidden_reason is null and (signer_score >= 50 or bound_contract is not null)
        order by created_at, id limit 30)) as submission),
  named as (
    (select 'name' as resemblance, identity from launch_names
      where name = wanted_name and symbol = wanted_symbol order by created_at limit 30)
    union all
    (select 'name', identity from launch_names
      where name = wanted_name and symbol = wanted_symbol and is_signed order by created_at limit 30)
    union all
    (select 'similar_name', identity from launch_names
      where name > beginning and name < beginning || chr(1114111) and name <> wanted_name order by name limit 30)
    union all
    -- Materialised, so that the limit doesn't mislead the planner into reading the whole table.
    (with matching as materialized (
        select identity from launch_names where grams @> ending and name <> wanted_name limit 30)
      select 'similar_name', identity from matching)),
  own as (
    select image_hash, identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
    where creator_address = creator and hidden_reason is null order by created_at, id limit 100),
  found as (
    select * from pictured
    union
    select 'picture', identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from own
    where image_hash in (select image_hash from image_looks where picture_key = any(groups))
    union
    select case when launch.name = wanted_name and launch.symbol = wanted_symbol then 'name' else 'similar_name' end,
      own.identity, id, creator_address, signed_at, signer_score, bound_contract, own.created_at
    from own join launch_names as launch using (identity)
    where launch.name = wanted_name and launch.symbol = wanted_symbol or identity in (select identity from named)
    union
    select resemblance, submission.* from named cross join lateral (
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where identity = named.identity and hidden_reason is null order by created_at, id limit 30)
      union
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where identity = named.identity and hidden_reason is null and signed_at is not null
        order by created_at, id limit 30)
      union
      (select identity, id, creator_address, signed_at, signer_score, bound_contract, created_at from submissions
        where identity = named.identity and hidden_reason is null and (signer_score >= 50 or bound_contract is not null)
        order by created_at, id limit 30)) as submission)
  select resemblance, found.id, score.id, coalesce(launch.name, ''), coalesce(launch.symbol, ''), creator_address,
    signed_at is not null, signer_score, bound_contract is not null, found.created_at
  from found
  cross join lateral (select id from scores where submission_id = found.id and not is_test
    order by created_at, id limit 1) as score
  left join launch_names as launch on launch.identity = found.identity
  order by found.created_at, found.id;
end $$;

-- submissions_by_creator finds the same rows.
drop index submissions_creator;
