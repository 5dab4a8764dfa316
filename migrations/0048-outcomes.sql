-- A look can't be removed with all others either.
create trigger observations_kept before truncate on observations execute function refuse_record_change();
