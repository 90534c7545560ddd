-- Time off is a person's and closes their hours everywhere; what it is for is known where it was entered.
alter table time_off add column workspace_id uuid references workspaces on delete set null;
create index schedules_list on schedules (workspace_id, created_at, id);
create index event_types_schedule on event_types (schedule_id) where archived_at is null;
