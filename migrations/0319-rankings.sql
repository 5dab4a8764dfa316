-- oldest release: 1.0.0
-- As before, in PL/pgSQL: only its functions keep their plans, and planning these for each score takes ten times as long as
-- running them. Each look-up reads the first entries of an index, whatever its values are.

-- Whether a standing score gets a row: it must be among the first of each group that it is in. A launch that is signed comes
-- before any that isn't, so that nobody else's submission takes its row, except by the proof that the contract is theirs.
create or replace function is_row(one launch_standings) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return
    -- one row a contract: of the score that speaks for it
    (one.contract_address is null or one.launch = (
      select launch from launch_standings where contract_address = one.contract_address and cohort = one.cohort
      order by speaks desc, speaks_from, created_at desc, launch limit 1))
    -- one row a picture and creator, and three a creator: the newest of the signed launches, else of the unsigned ones
    and one.launch = (
      select launch from launch_standings
      where creator_address = one.creator_address and picture = one.picture and cohort = one.cohort
      order by signed_at desc nulls last, created_at desc, launch limit 1)
    and one.launch in (
      select launch from launch_standings where creator_address = one.creator_address and cohort = one.cohort
      order by signed_at desc nulls last, created_at desc, launch limit 3)
    and case when one.signed_at is null then
      -- one unsigned row a creator, and ten a picture: anybody can name any wallet
      one.launch = (
        select launch from launch_standings
        where creator_address = one.creator_address and cohort = one.cohort and signed_at is null
        order by signed_at desc nulls last, created_at desc, launch limit 1)
      and one.launch in (
        select launch from launch_standings where picture = one.picture and cohort = one.cohort and signed_at is null
        order by created_at desc, launch limit 10)
    else
      -- three signed rows a picture and network: anybody can create any number of wallets
      one.signed_from is null or one.launch in (
        select launch from launch_standings
        where picture = one.picture and signed_from = one.signed_from and cohort = one.cohort
          and signed_at is not null and signed_from is not null
        order by signed_at, launch limit 3)
    end;
end $$;

-- The launches whose rows may change with this one: the last one in each of its groups that gets a row, and the next.
create or replace function list_rivals(one launch_standings) returns setof bytea
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  (select launch from launch_standings where contract_address = one.contract_address and cohort = one.cohort
    order by speaks desc, speaks_from, created_at desc, launch limit 2)
  union
  (select launch from launch_standings
    where creator_address = one.creator_address and picture = one.picture and cohort = one.cohort
    order by signed_at desc nulls last, created_at desc, launch limit 2)
  union
  (select launch from launch_standings where creator_address = one.creator_address and cohort = one.cohort
    order by signed_at desc nulls last, created_at desc, launch offset 2 limit 2)
  union
  (select launch from launch_standings
    where creator_address = one.creator_address and cohort = one.cohort and signed_at is null
    order by signed_at desc nulls last, created_at desc, launch limit 2)
  union
  (select launch from launch_standings where picture = one.picture and cohort = one.cohort and signed_at is null
    order by created_at desc, launch offset 9 limit 2)
  union
  (select launch from launch_standings
    where picture = one.picture and signed_from = one.signed_from and cohort = one.cohort
      and signed_at is not null and signed_from is not null
    order by signed_at, launch offset 2 limit 2);
end $$;

-- A critical warning: of the record, or of the newest reading of its contract (D106).
create or replace function is_critical_now(codes text[], contract text) returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan as $$
begin
  return has_critical(codes)
    or coalesce((select has_critical(warning_codes) from contract_readings where contract_address = contract), false);
end $$;

-- Lets a score stand for a launch.
create or replace function stand(
  of_launch bytea, of_identity bytea, score uuid, first_signed timestamptz, at_time timestamptz
) returns void language plpgsql as $$
declare
  former launch_standings;
  one launch_standings;
  rivals bytea[];
begin
  select of_launch, a.prompt_name || '@' || a.prompt_major, of_identity, of_launch <> of_identity, u.id, a.id,
      a.aggregate_x100, a.band, a.created_at, u.creator_address, a.contract_address,
      coalesce((select picture_key from image_looks where image_hash = u.image_hash), u.image_hash), first_signed,
      case when first_signed is not null then (
        select enrolled_from from enrollments where submission_id = u.id order by enrolled_at limit 1) end,
      a.speaks, a.speaks_from, false
    into strict one
    from scores as a join submissions as u on u.id = a.submission_id where a.id = score;
  select * into former from launch_standings where launch = of_launch and cohort = one.cohort;
  one.is_listed := coalesce(former.is_listed, false);
  if former is not distinct from one then
    return;
  end if;
  delete from launch_standings where launch = of_launch and cohort = one.cohort;
  insert into launch_standings select one.*;
  rivals := array(select list_rivals(one));
  if former.launch is not null then
    rivals := rivals || array(select list_rivals(former));
  end if;
  perform place_launches(of_launch, rivals, one.cohort, at_time);
end $$;
