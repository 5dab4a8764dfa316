-- oldest release: 1.0.0
-- What the middle of a picture looks like, for finding copies of it that are mirrored, cropped, framed, turned a little or
-- inverted (D111). Of the first image of a group only, as its bands; computed by src/scoring/memory/picture-views.ts from the
-- thumbnail.
alter table image_looks
  -- 48 signs of low frequencies; null: not computed yet, or the middle shows nothing to compare
  add column middle bigint,
  -- six selections of 16 of them: of two codes with few different signs, one is mostly equal
  add column middle_0 integer,
  add column middle_1 integer,
  add column middle_2 integer,
  add column middle_3 integer,
  add column middle_4 integer,
  add column middle_5 integer,
  add column has_middle boolean not null default false;
create index image_looks_middle_0 on image_looks (middle_0, position) include (middle) where middle_0 is not null;
create index image_looks_middle_1 on image_looks (middle_1, position) include (middle) where middle_1 is not null;
create index image_looks_middle_2 on image_looks (middle_2, position) include (middle) where middle_2 is not null;
create index image_looks_middle_3 on image_looks (middle_3, position) include (middle) where middle_3 is not null;
create index image_looks_middle_4 on image_looks (middle_4, position) include (middle) where middle_4 is not null;
create index image_looks_middle_5 on image_looks (middle_5, position) include (middle) where middle_5 is not null;
create index image_looks_without_middle on image_looks (position) where not has_middle and band_0 is not null;

-- The positions of images whose middle may be what views of another picture show: the eight nearest by their codes, and the
-- eight oldest of those that differ in at most six signs, so that later images can't push an early one out. `keys` has the
-- six keys of each code, one code after the other. Of each key it reads the 50 oldest images.
create function list_seen_images(codes bigint[], keys integer[]) returns table (seen bigint) language sql stable as $$
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
  (select position from near where differing <= 6 order by position limit 8)
$$;

-- The creator signal of the score that the wallet signed for last: whether the submission has weight against later ones
-- (D111). null: not signed, or the signal was not measured.
alter table submissions add column signer_score smallint;
update submissions set signer_score = signed.score
from (
  select distinct on (enrollments.submission_id) enrollments.submission_id,
    (body::json #>> '{signals,creator,score}')::smallint as score
  from enrollments join scores on scores.id = enrollments.score_id
  where body::json #>> '{signals,creator,stub}' = 'false'
  order by enrollments.submission_id, enrolled_at desc) as signed
where signed.submission_id = submissions.id;
-- a creator's own oldest submissions
create index submissions_by_creator on submissions (creator_address, created_at, id);
-- the oldest submissions with weight, which many others can't cover
create index submissions_weighty_by_image on submissions (image_hash, created_at, id)
  where signer_score >= 50 or bound_contract is not null;
create index submissions_weighty_by_identity on submissions (identity, created_at, id)
  where signer_score >= 50 or bound_contract is not null;
