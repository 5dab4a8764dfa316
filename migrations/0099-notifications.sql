-- oldest release: 1.0.0
-- The launches that an operator has approved for the deployment's own channels, for NOTIFY_ANNOUNCE=approved.
create table announcement_approvals (
  enrollment_id uuid primary key references enrollments (id),
  actor text not null,
  approved_at timestamptz not null
);
