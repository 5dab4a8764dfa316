-- oldest release: 1.0.0
-- The launch that a handle was claimed with (D112): a claim lapses when it is neither scheduled nor launched. null: a mention,
-- or a claim that an earlier release noted.
alter table signed_handles add column submission_id uuid references submissions (id);
update signed_handles set submission_id = enrollments.submission_id
from enrollments
where kind = 'claim' and enrollments.creator_address = signed_handles.creator_address and enrolled_at = signed_at;
-- the claims of a wallet, to count them
create index signed_handles_claims on signed_handles (creator_address, signed_at) where kind = 'claim';
