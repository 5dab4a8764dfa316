-- what was taken down of a creator: subtracted from the counts of launches
create index submissions_hidden_creator on submissions (creator_address) where hidden_reason is not null;
