-- oldest release: 1.0.0

-- What a launch has come to, for every surface that shows its score (D101): `rugged` if any horizon has it, else the newest
-- decided outcome, in the order of the launch's age. A corrected outcome is unknown, and nothing newer is known of a launch
-- whose last decided horizon is unknown: only the bad outcomes and a graduation, which happened, outlast it.
create function launch_outcome(in submission uuid, out outcome text, out outcome_at timestamptz) language plpgsql stable as $$
declare
  step record;
begin
  for step in
    select judged.outcome, judged.decided_at, judged.happened_at from (
      select distinct on (o.horizon)
        case when exists (
          select from corrections c where c.subject = 'outcome:' || o.binding_id || ':' || o.horizon)
        then 'unknown' else o.outcome end as outcome,
        o.decided_at,
        coalesce(o.seen_at, s.trading_since + case o.horizon when '24h' then interval '1 day' when '7d' then interval '7 days'
          when '30d' then interval '30 days' else interval '90 days' end) as happened_at
      from token_bindings b
      join outcomes o on o.binding_id = b.id
      join recorded_starts s on s.binding_id = b.id
      where b.submission_id = submission and b.state = 'proven' and b.excluded is null and not b.is_named_unsigned
      order by o.horizon, o.decided_at desc, o.rules desc) as judged
    union all
    select 'graduated', g.decided_at, g.graduated_at
    from token_bindings b join graduations g on g.binding_id = b.id
    where b.submission_id = submission and b.state = 'proven' and b.excluded is null and not b.is_named_unsigned
    order by 3, 2
  loop
    if outcome is not distinct from 'rugged' then
      return;
    elsif step.outcome = 'unknown' then
      if outcome = 'alive' then
        outcome := null;
        outcome_at := null;
      end if;
    elsif outcome is distinct from step.outcome then
      outcome := step.outcome;
      outcome_at := step.decided_at;
    end if;
  end loop;
end $$;

create function refresh_launch_outcome(submission uuid) returns void language sql as $$
  update submissions u set outcome = l.outcome, outcome_at = l.outcome_at
  from launch_outcome(submission) as l
  where u.id = submission and (u.outcome, u.outcome_at) is distinct from (l.outcome, l.outcome_at)
$$;

create function follow_launch_outcome() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(b.submission_id) from token_bindings b where b.id = new.binding_id;
  return null;
end $$;
create trigger outcomes_shown after insert on outcomes for each row execute function follow_launch_outcome();
create trigger graduations_shown after insert on graduations for each row execute function follow_launch_outcome();

create function follow_correction() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(b.submission_id) from token_bindings b
    where b.id = split_part(new.subject, ':', 2)::uuid;
  return null;
end $$;
create trigger corrections_shown after insert on corrections for each row execute function follow_correction();

-- A binding that is replaced, corrected or comes to count takes the outcomes of its token with it.
create function follow_binding() returns trigger language plpgsql as $$
begin
  perform refresh_launch_outcome(new.submission_id);
  return null;
end $$;
create trigger token_bindings_shown after update of state, excluded, is_named_unsigned on token_bindings
  for each row when ((old.state, old.excluded, old.is_named_unsigned)
    is distinct from (new.state, new.excluded, new.is_named_unsigned)) execute function follow_binding();

do $$
begin
  perform refresh_launch_outcome(b.submission_id) from token_bindings b
    where b.state = 'proven' and exists (select from recorded_launches r where r.binding_id = b.id);
end $$;
