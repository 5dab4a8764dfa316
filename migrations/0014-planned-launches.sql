-- Launches by their time, for the lists of those to come and those that were.
create index enrollments_planned on enrollments (scheduled_for, id) where scheduled_for is not null;
