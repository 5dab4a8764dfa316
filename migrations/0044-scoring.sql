-- oldest release: 0.1.0
-- Which of the judge's samples replays of the submission use: those of its content (null), or the ones that were taken afresh
-- for an appeal.
alter table submissions add column measurement text;
