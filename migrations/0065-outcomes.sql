-- Whether a launch is the first of its creator in its cohort is asked for each line of an export.
drop index recorded_launches_by_creator;
create index recorded_launches_by_creator on recorded_launches (creator_address, prompt_name, prompt_major);
