-- A signed token that has another name than its score counts only where the score was enrolled before the token existed.
alter table token_bindings
  drop constraint token_bindings_excluded_check,
  add constraint token_bindings_excluded_check
    check (excluded in ('scored_after_creation', 'too_old', 'not_final', 'named_unsigned', 'renamed'));

-- The launchpad sells the token on a curve first, so that it is never untraded.
alter table recorded_launches add column has_curve boolean not null default false;

-- Made anew, with the funnel of each band.
delete from track_record_folds;
