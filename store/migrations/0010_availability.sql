-- Time off is a person's and closes their hours everywhere; when and what for is known where it was entered, and it goes with the
-- membership there.
alter table time_off add column workspace_id uuid references workspaces on delete cascade;
create index time_off_workspace on time_off (workspace_id, host_id);
create index schedules_list on schedules (workspace_id, created_at, id);
create index event_types_schedule on event_types (schedule_id) where archived_at is null;
