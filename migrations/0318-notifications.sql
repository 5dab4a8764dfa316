-- oldest release: 1.0.0

-- When the owner of an address refused to confirm. The row stays for 30 days, because it keeps further confirmation mails from
-- the address.
alter table reminders add column refused_at timestamptz;
