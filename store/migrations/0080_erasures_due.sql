-- When the next step of an erasure is due (decision 0264). null: on its day.
alter table workspaces add column erasure_due_at timestamptz;
