-- oldest release: 1.0.0

-- Why a launch is dead or rugged, in the words of the outcome rules.
alter table submissions add column outcome_cause text;
drop function launch_outcome(uuid);
create function launch_outcome(
  in submission uuid, out outcome text, out outcome_at timestamptz, out outcome_cause text
) language plpgsql stable as $$
declare
  step record;
begin
  for step in
    select judged.outcome, judged.decided_at, judged.happened_at, judged.cause from (
      select distinct on (o.horizon)
        case when exists (
          select from corrections c where c.subject = 'outcome:' || o.binding_id || ':' || o.horizon)
        then 'unknown' else o.outcome end as outcome,
        o.decided_at, o.cause,
        coalesce(o.seen_at, s.trading_since + case o.horizon when '24h' then interval '1 day' when '7d' then interval '7 days'
          when '30d' then interval '30 days' else interval '90 days' end) as happened_at
      from token_bindings b
      join outcomes o on o.binding_id = b.id
      join recorded_starts s on s.binding_id = b.id
      where b.submission_id = submission and b.state = 'proven' and b.excluded is null and not b.is_named_unsigned
      order by o.horizon, o.decided_at desc, o.rules desc) as judged
    union all
    select 'graduated', g.decided_at, g.graduated_at, null
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
        outcome_cause := null;
      end if;
    elsif outcome is distinct from step.outcome then
      outcome := step.outcome;
      outcome_at := step.decided_at;
      outcome_cause := step.cause;
    end if;
  end loop;
end $$;

create or replace function refresh_launch_outcome(submission uuid) returns void language sql as $$
  update submissions u set outcome = l.outcome, outcome_at = l.outcome_at, outcome_cause = l.outcome_cause
  from launch_outcome(submission) as l
  where u.id = submission and (u.outcome, u.outcome_at, u.outcome_cause) is distinct from (l.outcome, l.outcome_at, l.outcome_cause)
$$;

do $$
begin
  perform refresh_launch_outcome(id) from submissions where outcome is not null;
end $$;

-- The warnings that are shown with a score now (D106): its own, and the critical ones of the newest reading of the contract that
-- it speaks for; critical ones first. A bound token that no record of the submission has measured yet is not examined.
create function shown_warnings(own text[], submission uuid, bound text, submitted text)
returns text[] language sql stable as $$
  select array(
    select code from (
      select code, place from unnest(own) with ordinality as stored (code, place)
      union all
      select code, 100 + place from contract_readings r, unnest(r.warning_codes) with ordinality as read (code, place)
        where r.contract_address = coalesce(bound, submitted) and has_critical(array[code])
      union all
      select 'not_examined', 200 where bound is not null and exists (
        select from contract_examinations e where e.submission_id = submission and e.score_id is null)) as listed
    group by code
    order by not has_critical(array[code]), min(place))
$$;
