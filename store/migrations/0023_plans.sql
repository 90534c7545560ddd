-- Members that a subscription pays for; null: nothing is paid (a trial, free, or a plan that was granted by hand).
alter table workspaces add column seats int check (seats >= 1);

-- The trial's two mails. `trial_ended_at`: its time was over; null for a trial that a subscription replaced, or that ended before these mails.
alter table workspaces add column trial_reminded_at timestamptz;
alter table workspaces add column trial_ended_at timestamptz;
alter table workspaces add column trial_end_mailed_at timestamptz;
create index workspaces_trial_ends_to_mail on workspaces (trial_ended_at) where trial_end_mailed_at is null and trial_ended_at is not null;
