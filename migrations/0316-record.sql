-- A launchpad may graduate a token without replacing it.
alter table recorded_venue_graduations alter column successor drop not null;
