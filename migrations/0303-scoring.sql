-- oldest release: 1.0.0

-- For the list of the newest final scores: a page of all bands merges one page of each. Those of signed scores alone are few, so
-- that unsigned ones can't make their list slow.
create index scores_newest on scores (band, created_at desc, id desc) where not has_stubs and is_current and not is_test;
create index scores_newest_signed on scores (band, created_at desc, id desc)
  where not has_stubs and is_current and not is_test and speaks >= 3;
