-- Rankings in three steps; docs/api.md says what counts:
--   1. launch_originals: the first creator who enrolled a launch identity. Only signed submissions of that creator stand for
--      it (D107).
--   2. launch_standings: for each launch and cohort the score that stands for it (D60). A copy that another creator enrolled is
--      a launch of its own.
--   3. rankings: the rows of leaderboards and cohorts (D110), a bounded number for each contract, creator and picture.
-- Triggers maintain all three at the end of the transaction, one transaction at a time.

create table launch_originals (
  identity bytea primary key,
  creator_address text not null,
  signed_at timestamptz not null
);

create table launch_standings (
  -- the identity, or for a copy launch_of_copy
  launch bytea not null,
  cohort text collate "C" not null,
  identity bytea not null,
  -- another creator enrolled the identity first
  is_copy boolean not null,
  submission_id uuid not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  created_at timestamptz not null,
  creator_address text not null,
  contract_address text,
  -- the group of near-identical images
  picture text not null,
  -- the creator's first signature for the launch; null: the launch isn't signed
  signed_at timestamptz,
  -- the network that the launch was enrolled from
  signed_from text,
  -- as in scores
  speaks smallint not null,
  speaks_from timestamptz not null,
  -- it has rows in rankings
  is_listed boolean not null default false,
  primary key (launch, cohort)
);
create index launch_standings_identity on launch_standings (identity, cohort, is_copy, signed_at);
create index launch_standings_listed on launch_standings (contract_address, cohort)
  where is_listed and contract_address is not null;
-- One index for each bound of is_row, in its order.
create index launch_standings_contract on launch_standings
  (contract_address, cohort, speaks desc, speaks_from, created_at desc, launch) where contract_address is not null;
create index launch_standings_creator on launch_standings
  (creator_address, cohort, signed_at desc nulls last, created_at desc, launch);
create index launch_standings_creator_picture on launch_standings
  (creator_address, picture, cohort, signed_at desc nulls last, created_at desc, launch);
create index launch_standings_picture on launch_standings (picture, cohort, created_at desc, launch) where signed_at is null;
create index launch_standings_network on launch_standings (picture, signed_from, cohort, signed_at, launch)
  where signed_at is not null and signed_from is not null;

-- A cohort has the scores that can be compared, by name and major of the prompt version: launch-score@1. A signed score is also
-- in launch-score@1/signed. Scores with a critical warning or a bad outcome are in neither's /best.
create table rankings (
  -- the launch of launch_standings
  identity bytea not null,
  cohort text collate "C" not null,
  submission_id uuid not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  is_signed boolean not null,
  created_at timestamptz not null,
  -- the time of its score, or of its creator's signature
  ranked_from timestamptz not null,
  is_critical boolean not null default false,
  -- The order of rows with equal aggregates: signed launches, then copies and signatures that the reported deployer contradicts,
  -- then unsigned launches.
  place smallint not null default 2,
  primary key (identity, cohort)
);
create index rankings_rank on rankings (cohort, aggregate_x100, place, created_at, score_id);
create index rankings_age on rankings (created_at, cohort, aggregate_x100);
create index rankings_ranked_from on rankings (ranked_from);
-- For lists of the newest scores: a page of all bands merges one page of each.
create index rankings_newest on rankings (cohort, band, created_at desc, score_id desc);
create index rankings_newest_critical on rankings (cohort, created_at desc, score_id desc) where is_critical;

-- Rankings that were replaced, kept for some hours for readers who page through a leaderboard.
create table former_rankings (
  cohort text collate "C" not null,
  submission_id uuid not null,
  score_id uuid not null,
  aggregate_x100 integer not null,
  band text not null,
  created_at timestamptz not null,
  ranked_from timestamptz not null,
  ranked_until timestamptz not null,
  place smallint not null default 2
);
create index former_rankings_until on former_rankings (ranked_until, cohort);

-- Rankings that were added (1) and removed (-1) since the last rollup of the counts.
create table ranking_changes (
  cohort text collate "C" not null,
  aggregate_x100 integer not null,
  created_at timestamptz not null,
  change integer not null
);

-- How many rankings newer than the watermark of a span have an aggregate, in steps of a hundredth and of a whole point.
create table ranking_counts (
  cohort text collate "C" not null,
  span text collate "C" not null,
  step integer not null,
  bucket integer not null,
  entries integer not null,
  primary key (cohort, span, step, bucket)
) with (fillfactor = 50);

-- The time since which the counts of a span apply; those of a span without a row apply since -infinity.
create table ranking_watermarks (
  span text collate "C" primary key,
  since timestamptz not null
);

create function set_name_signed() returns trigger language plpgsql as $$
begin
  new.first_signed_at := (select signed_at from launch_originals where identity = new.identity);
  return new;
end $$;
create trigger launch_names_signed_at before insert on launch_names for each row execute function set_name_signed();

create function launch_of(submission uuid, identity bytea) returns bytea language sql immutable as $$
  select coalesce(identity, decode(replace(submission::text, '-', ''), 'hex'))
$$;

-- Whether another creator enrolled the same launch first.
create function is_copy(of_identity bytea, creator text) returns boolean language sql stable as $$
  select exists (select from launch_originals where identity = of_identity and creator_address <> creator)
$$;

create function launch_of_copy(identity bytea, creator text) returns bytea language sql immutable as $$
  select sha256(identity || convert_to(creator, 'UTF8'))
$$;

-- Whether a standing score gets a row: it must be among the first of each group that it is in. A launch that is signed comes
-- before any that isn't, so that nobody else's submission takes its row, except by the proof that the contract is theirs.
create function is_row(one launch_standings) returns boolean language sql stable as $$
  select
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
    end
$$;

-- The launches whose rows may change with this one: the last one in each of its groups that gets a row, and the next.
create function list_rivals(one launch_standings) returns setof bytea language sql stable as $$
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
    order by signed_at, launch offset 2 limit 2)
$$;

-- Sets, replaces or removes a row of a leaderboard. Readers who page through it find the former one in former_rankings.
create function set_ranking(one launch_standings, board text, is_wanted boolean, critical boolean, at_time timestamptz)
returns void language plpgsql as $$
declare
  former rankings;
  has_former boolean;
  own_place constant smallint := case when one.signed_at is null then 2 when one.is_copy or one.speaks = 1 then 1 else 0 end;
begin
  select * into former from rankings where identity = one.launch and cohort = board;
  has_former := found;
  if has_former and is_wanted and former.score_id = one.score_id and former.place = own_place then
    update rankings set is_critical = critical
      where identity = one.launch and cohort = board and is_critical <> critical;
    return;
  end if;
  if has_former then
    insert into former_rankings (cohort, submission_id, score_id, aggregate_x100, band, place, created_at, ranked_from,
        ranked_until)
      values (board, former.submission_id, former.score_id, former.aggregate_x100, former.band, former.place,
        former.created_at, former.ranked_from, greatest(at_time, former.ranked_from));
    insert into ranking_changes (cohort, aggregate_x100, created_at, change)
      values (board, former.aggregate_x100, former.created_at, -1);
  end if;
  if not is_wanted then
    delete from rankings where identity = one.launch and cohort = board;
    return;
  end if;
  -- time never runs back, so that a launch is ranked by one score at any time
  insert into rankings (identity, cohort, submission_id, score_id, aggregate_x100, band, is_signed, place, is_critical,
      created_at, ranked_from)
    values (one.launch, board, one.submission_id, one.score_id, one.aggregate_x100, one.band, one.signed_at is not null,
      own_place, critical, one.created_at, greatest(at_time, one.created_at, former.ranked_from))
    on conflict (identity, cohort) do update set submission_id = excluded.submission_id, score_id = excluded.score_id,
      aggregate_x100 = excluded.aggregate_x100, band = excluded.band, is_signed = excluded.is_signed,
      place = excluded.place, is_critical = excluded.is_critical, created_at = excluded.created_at,
      ranked_from = excluded.ranked_from;
  insert into ranking_changes (cohort, aggregate_x100, created_at, change)
    values (board, one.aggregate_x100, one.created_at, 1);
end $$;

-- A critical warning: of the record, or of the newest reading of its contract (D106).
create function is_critical_now(codes text[], contract text) returns boolean language sql stable as $$
  select has_critical(codes)
    or coalesce((select has_critical(warning_codes) from contract_readings where contract_address = contract), false)
$$;

create function sync_rows(one launch_standings, is_listed boolean, at_time timestamptz) returns void language plpgsql as $$
declare
  critical boolean := false;
  good boolean := false;
begin
  if is_listed then
    select is_critical_now(a.warning_codes, one.contract_address) into critical from scores as a where a.id = one.score_id;
    select not critical and coalesce(u.outcome, '') not in ('rugged', 'dead') into good
      from submissions as u where u.id = one.submission_id;
  end if;
  perform set_ranking(one, one.cohort, is_listed, critical, at_time);
  perform set_ranking(one, one.cohort || '/best', is_listed and good, critical, at_time);
  perform set_ranking(one, one.cohort || '/signed', is_listed and one.signed_at is not null, critical, at_time);
  perform set_ranking(one, one.cohort || '/signed/best', is_listed and good and one.signed_at is not null, critical, at_time);
end $$;

-- Decides again whether a launch, whose standing score changed, and its rivals get rows.
create function place_launches(changed bytea, rivals bytea[], in_cohort text, at_time timestamptz)
returns void language plpgsql as $$
declare
  one launch_standings;
  wanted boolean;
begin
  for one in select * from launch_standings where launch = any(rivals || changed) and cohort = in_cohort order by launch loop
    wanted := is_row(one);
    if wanted <> one.is_listed then
      update launch_standings set is_listed = wanted where launch = one.launch and cohort = in_cohort;
      perform sync_rows(one, wanted, at_time);
    elsif wanted and one.launch = changed then
      perform sync_rows(one, true, at_time);
    end if;
  end loop;
end $$;

-- Lets a score stand for a launch.
create function stand(
  of_launch bytea, of_identity bytea, score uuid, first_signed timestamptz, at_time timestamptz
) returns void language plpgsql as $$
declare
  former launch_standings;
  one launch_standings;
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
  perform place_launches(of_launch, array(select list_rivals(one) union select list_rivals(former)), one.cohort, at_time);
end $$;

-- Takes away what stands for a launch in a cohort.
create function unstand(of_launch bytea, in_cohort text, at_time timestamptz) returns void language plpgsql as $$
declare
  former launch_standings;
begin
  delete from launch_standings where launch = of_launch and cohort = in_cohort returning * into former;
  if not found then
    return;
  end if;
  if former.is_listed then
    perform sync_rows(former, false, at_time);
  end if;
  perform place_launches(null, array(select list_rivals(former)), in_cohort, at_time);
end $$;

-- Finds what stands for a launch in each cohort: the newest final score of the signed submissions of a creator, or with null of
-- all submissions.
create function restand(of_launch bytea, of_identity bytea, creator text, at_time timestamptz)
returns void language plpgsql as $$
declare
  kept text[] := '{}';
  fresh record;
begin
  for fresh in
    with members as (
      select id, signed_at from submissions
        where creator is null and identity = of_identity and hidden_reason is null
      union all
      select id, signed_at from submissions
        where identity = of_identity and creator_address = creator and signed_at is not null and hidden_reason is null
      union all
      select id, signed_at from submissions
        where id = case when length(of_identity) = 16 then encode(of_identity, 'hex')::uuid end and identity is null
          and (creator is null or signed_at is not null) and hidden_reason is null)
    select distinct on (a.prompt_name, a.prompt_major) a.prompt_name || '@' || a.prompt_major as cohort, a.id,
      case when creator is not null then (select min(signed_at) from members) end as signed_at
    from members as u join scores as a on a.submission_id = u.id
    where not a.has_stubs and a.is_current
    order by a.prompt_name, a.prompt_major, a.created_at desc, a.id desc
  loop
    perform stand(of_launch, of_identity, fresh.id, fresh.signed_at, at_time);
    kept := kept || fresh.cohort;
  end loop;
  perform unstand(of_launch, cohort, at_time) from launch_standings where launch = of_launch and cohort <> all(kept);
end $$;

-- Triggers run one transaction at a time from here to its commit: what they read are the rankings of the last one. It is the
-- last lock of a transaction. The number is "ranking".
create function lock_rankings() returns void language sql as $$
  select pg_advisory_xact_lock(32195274221383271)
$$;

create function rank_submission(submission uuid, at_time timestamptz) returns void language plpgsql as $$
declare
  one submissions;
  own_identity bytea;
  former launch_originals;
  original launch_originals;
begin
  select * into strict one from submissions where id = submission;
  own_identity := launch_of(one.id, one.identity);
  select * into former from launch_originals where identity = own_identity;
  if one.identity is not null then
    select identity, creator_address, signed_at into original from submissions
      where identity = own_identity and signed_at is not null and hidden_reason is null order by signed_at, id limit 1;
  elsif one.signed_at is not null and one.hidden_reason is null then
    original := (own_identity, one.creator_address, one.signed_at);
  end if;
  if original is distinct from former then
    delete from launch_originals where identity = own_identity;
    if original.identity is not null then
      insert into launch_originals select original.*;
    end if;
    update launch_names set first_signed_at = original.signed_at where identity = own_identity;
  end if;
  if original.creator_address is distinct from former.creator_address then
    if original.creator_address is not null then
      perform unstand(launch, cohort, at_time) from launch_standings
        where launch = launch_of_copy(own_identity, original.creator_address);
    end if;
    perform restand(own_identity, own_identity, original.creator_address, at_time);
    if former.creator_address is not null then
      perform restand(launch_of_copy(own_identity, former.creator_address), own_identity, former.creator_address, at_time);
    end if;
  end if;
  if one.signed_at is null then
    if original.creator_address is null then
      perform restand(own_identity, own_identity, null, at_time);
    end if;
  elsif one.creator_address = original.creator_address then
    perform restand(own_identity, own_identity, one.creator_address, at_time);
  else
    perform restand(launch_of_copy(own_identity, one.creator_address), own_identity, one.creator_address, at_time);
  end if;
end $$;

-- Reads again what a creator's launches with a contract show: when he first signed for it, and which scores speak for it.
create function align_speakers(creator text, contract text, at_time timestamptz) returns void language plpgsql as $$
declare
  since constant timestamptz := first_signature(creator, contract);
begin
  update scores as a set speaks_from = since from submissions as u
    where u.creator_address = creator and u.signed_at is not null and coalesce(u.bound_token, u.contract_address) = contract
      and a.submission_id = u.id and a.contract_address = contract and a.speaks_from <> since;
  perform stand(launch, identity, score_id, signed_at, at_time) from launch_standings
    where creator_address = creator and contract_address = contract;
end $$;

-- Notes the deployer that a record reports. It contradicts the signatures of other wallets for the contract (D113).
create function note_deployer(contract text, reported text, at_time timestamptz) returns void language plpgsql as $$
declare
  former constant text := (select deployer from contract_deployers where contract_address = contract);
begin
  insert into contract_deployers as d (contract_address, deployer, reported_at) values (contract, reported, at_time)
    on conflict (contract_address) do update set deployer = excluded.deployer, reported_at = excluded.reported_at
      where d.reported_at <= excluded.reported_at;
  if not found or former = reported then
    return;
  end if;
  update scores as a set speaks = score_speaks(a.standing, u.creator_address, reported) from submissions as u
    where a.contract_address = contract and u.id = a.submission_id
      and a.speaks <> score_speaks(a.standing, u.creator_address, reported);
  perform stand(launch, s.identity, score_id, signed_at, at_time)
    from launch_standings as s join scores as a on a.id = s.score_id
    where s.contract_address = contract and a.speaks <> s.speaks;
end $$;

create function rank_new_score() returns trigger language plpgsql as $$
declare
  one submissions;
  own_identity bytea;
  original text;
  of_launch bytea;
  former launch_standings;
begin
  perform lock_rankings();
  if new.reported_deployer is not null and new.contract_address is not null and not new.is_test then
    perform note_deployer(new.contract_address, new.reported_deployer, new.created_at);
  end if;
  if new.has_stubs or not new.is_current then
    return null;
  end if;
  select * into one from submissions where id = new.submission_id;
  if one.hidden_reason is not null then
    return null;
  end if;
  own_identity := launch_of(one.id, one.identity);
  select creator_address into original from launch_originals where identity = own_identity;
  if original is null or (one.signed_at is not null and one.creator_address = original) then
    of_launch := own_identity;
  elsif one.signed_at is not null then
    of_launch := launch_of_copy(own_identity, one.creator_address);
  else
    return null;
  end if;
  select * into former from launch_standings
    where launch = of_launch and cohort = new.prompt_name || '@' || new.prompt_major;
  if (former.created_at, former.score_id) >= (new.created_at, new.id) then
    return null;
  end if;
  perform stand(of_launch, own_identity, new.id,
    case when one.signed_at is not null then least(former.signed_at, one.signed_at, (
      select min(signed_at) from submissions where identity = own_identity and creator_address = one.creator_address
        and signed_at is not null and hidden_reason is null)) end,
    new.created_at);
  return null;
end $$;
create constraint trigger scores_ranked after insert on scores deferrable initially deferred
  for each row when ((not new.has_stubs and new.is_current) or new.reported_deployer is not null)
  execute function rank_new_score();

create function rank_changed_submission() returns trigger language plpgsql as $$
declare
  at_time timestamptz := now();
begin
  perform lock_rankings();
  if old.signed_at is null and new.signed_at is not null then
    at_time := new.signed_at;
  elsif old.identity is null and new.identity is not null then
    at_time := '-infinity';
    delete from launch_originals where identity = launch_of(new.id, null);
    perform unstand(launch, cohort, at_time) from launch_standings where launch = launch_of(new.id, null);
  end if;
  perform rank_submission(new.id, at_time);
  if new.signed_at is not null then
    perform align_speakers(new.creator_address, contract, at_time) from (
      select old.contract_address union select old.bound_token union select new.bound_token) as named (contract)
      where contract is not null;
  end if;
  if new.hidden_reason is not null then
    delete from former_rankings where submission_id = new.id; -- not even readers who page see it (D78)
  end if;
  return null;
end $$;
create constraint trigger submissions_ranked after update on submissions deferrable initially deferred
  for each row when (old.signed_at is distinct from new.signed_at or old.identity is distinct from new.identity
    or old.bound_token is distinct from new.bound_token
    or (old.hidden_reason is null) <> (new.hidden_reason is null))
  execute function rank_changed_submission();

create function rank_changed_outcome() returns trigger language plpgsql as $$
begin
  perform lock_rankings();
  perform place_launches(launch, '{}', cohort, coalesce(new.outcome_at, now())) from launch_standings
    where identity = launch_of(new.id, new.identity) and creator_address = new.creator_address and submission_id = new.id;
  return null;
end $$;
create constraint trigger submissions_outcome_ranked after update of outcome on submissions deferrable initially deferred
  for each row when (old.outcome is distinct from new.outcome) execute function rank_changed_outcome();

create function rank_changed_reading() returns trigger language plpgsql as $$
begin
  perform lock_rankings();
  perform place_launches(launch, '{}', cohort, new.read_at) from launch_standings
    where contract_address = new.contract_address and is_listed;
  return null;
end $$;
create constraint trigger contract_readings_ranked after insert or update on contract_readings
  deferrable initially deferred for each row execute function rank_changed_reading();

-- Makes rankings and their counts from the scores; scorings wait meanwhile.
create function rebuild_rankings() returns void language sql as $$
  lock table scores in share row exclusive mode;
  select lock_rankings();
  truncate rankings, former_rankings, ranking_changes, ranking_counts, ranking_watermarks, launch_originals, launch_standings;
  insert into launch_originals (identity, creator_address, signed_at)
    select distinct on (1) launch_of(id, identity), creator_address, signed_at from submissions
    where signed_at is not null and hidden_reason is null
    order by 1, signed_at, id;
  update launch_names as n set first_signed_at = found.signed_at
    from launch_names as m left join launch_originals as found on found.identity = m.identity
    where m.identity = n.identity and n.first_signed_at is distinct from found.signed_at;
  insert into launch_standings (launch, cohort, identity, is_copy, submission_id, score_id, aggregate_x100, band, created_at,
      creator_address, contract_address, picture, signed_at, signed_from, speaks, speaks_from)
    select ranked.launch, ranked.cohort, ranked.identity, ranked.launch <> ranked.identity, ranked.submission_id, ranked.score_id,
      a.aggregate_x100, a.band, a.created_at, u.creator_address, a.contract_address, coalesce(look.picture_key, u.image_hash),
      case when ranked.is_signed then coalesce((
        select min(signed_at) from submissions as signed
        where signed.identity = u.identity and signed.creator_address = u.creator_address and signed.signed_at is not null
          and signed.hidden_reason is null), u.signed_at) end,
      case when ranked.is_signed then (
        select enrolled_from from enrollments as e where e.submission_id = u.id order by enrolled_at limit 1) end,
      a.speaks, a.speaks_from
    from (
      select distinct on (1, 2)
        case when o.creator_address <> u.creator_address then launch_of_copy(o.identity, u.creator_address)
          else launch_of(u.id, u.identity) end as launch,
        a.prompt_name || '@' || a.prompt_major as cohort, launch_of(u.id, u.identity) as identity,
        o.identity is not null as is_signed, u.id as submission_id, a.id as score_id
      from scores as a join submissions as u on u.id = a.submission_id
        left join launch_originals as o on o.identity = launch_of(u.id, u.identity)
      where not a.has_stubs and a.is_current and u.hidden_reason is null and (o.identity is null or u.signed_at is not null)
      order by 1, 2, a.created_at desc, a.id desc) as ranked
    join scores as a on a.id = ranked.score_id
    join submissions as u on u.id = ranked.submission_id
    left join image_looks as look on look.image_hash = u.image_hash;
  update launch_standings as s set is_listed = true from (
    select launch, cohort,
      row_number() over (partition by cohort, contract_address
        order by speaks desc, speaks_from, created_at desc, launch) as of_contract,
      row_number() over (partition by cohort, creator_address, picture
        order by signed_at desc nulls last, created_at desc, launch) as of_creator_picture,
      row_number() over (partition by cohort, creator_address
        order by signed_at desc nulls last, created_at desc, launch) as of_creator,
      row_number() over (partition by cohort, creator_address, signed_at is null order by created_at desc, launch)
        as unsigned_of_creator,
      row_number() over (partition by cohort, picture, signed_at is null order by created_at desc, launch)
        as unsigned_of_picture,
      row_number() over (partition by cohort, picture, signed_from, signed_at is null order by signed_at, launch)
        as signed_of_network
    from launch_standings) as placed
    where placed.launch = s.launch and placed.cohort = s.cohort
      and (contract_address is null or of_contract = 1) and of_creator_picture = 1 and of_creator <= 3
      and case when signed_at is null then unsigned_of_creator = 1 and unsigned_of_picture <= 10
        else signed_from is null or signed_of_network <= 3 end;
  insert into rankings (identity, cohort, submission_id, score_id, aggregate_x100, band, is_signed, place, is_critical,
      created_at, ranked_from)
    select s.launch, s.cohort || board.suffix, s.submission_id, s.score_id, s.aggregate_x100, s.band, s.signed_at is not null,
      case when s.signed_at is null then 2 when s.is_copy or s.speaks = 1 then 1 else 0 end, state.is_critical, s.created_at,
      s.created_at
    from launch_standings as s join scores as a on a.id = s.score_id join submissions as u on u.id = s.submission_id
      cross join lateral (select is_critical_now(a.warning_codes, s.contract_address) as is_critical offset 0) as state
      join (values ('', false, false), ('/best', false, true), ('/signed', true, false), ('/signed/best', true, true))
        as board (suffix, needs_signature, needs_good)
        on (not needs_signature or s.signed_at is not null)
          and (not needs_good or (not state.is_critical and coalesce(u.outcome, '') not in ('rugged', 'dead')))
    where s.is_listed;
  insert into ranking_watermarks (span, since) values ('24h', now() - interval '24 hours'), ('7d', now() - interval '7 days'),
    ('30d', now() - interval '30 days'), ('all', '-infinity');
  insert into ranking_counts (cohort, span, step, bucket, entries)
    select cohort, span, step, aggregate_x100 / step, count(*)
    from rankings join ranking_watermarks on rankings.created_at > since
      cross join unnest(array[1, 100]) as steps (step)
    group by 1, 2, 3, 4;
$$;
-- sets the watermarks
select rebuild_rankings();
