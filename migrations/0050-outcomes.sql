-- The row that holds in place of the wrong one: `{"binding": "<id>"}` for a binding that the creator replaced.
alter table corrections add column replacement jsonb;
