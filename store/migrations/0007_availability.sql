-- Schedules and time off.

create table schedules (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  timezone text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create index schedules_owner on schedules (user_id, workspace_id);
create index schedules_list on schedules (workspace_id, created_at, id);
create index schedules_list_owner on schedules (workspace_id, user_id, created_at, id);
create trigger schedules_version before update on schedules for each row execute function count_version();

create table schedule_rules (
  schedule_id uuid not null references schedules on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_minute smallint not null check (start_minute between 0 and 1439),
  end_minute smallint not null,
  constraint schedule_rules_end check (end_minute between 1 and 1440 and end_minute > start_minute),
  primary key (schedule_id, day_of_week, start_minute)
);

-- One row per interval; a day off is one row without an interval. The rows of a date replace its weekly rules.
create table date_overrides (
  id uuid primary key,
  schedule_id uuid not null references schedules on delete cascade,
  date date not null,
  start_minute smallint check (start_minute between 0 and 1439),
  end_minute smallint,
  constraint date_overrides_both_or_neither check ((start_minute is null) = (end_minute is null)),
  -- The hours of a date may end on the next day: 22:30 to 02:00 is 1350 to 1560.
  constraint date_overrides_end check (end_minute > start_minute and end_minute < start_minute + 1440)
);
create index date_overrides_schedule on date_overrides (schedule_id, date);

create function count_schedule_version() returns trigger language plpgsql as $$
begin
  update schedules set version = version where id = coalesce(new.schedule_id, old.schedule_id);
  return null;
end $$;
create trigger schedule_rules_version after insert or update or delete on schedule_rules
  for each row
  execute function count_schedule_version();
create trigger date_overrides_version after insert or update or delete on date_overrides
  for each row
  execute function count_schedule_version();

create table time_off (
  id uuid primary key,
  host_id uuid not null references users on delete cascade,
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not
      upper_inf(period)),
  reason text,
  -- Time off closes a person's hours in all workspaces. It is shown where it was entered, and deleted with the membership there.
  workspace_id uuid references workspaces on delete cascade,
  created_at timestamptz not null default now()
);
create index time_off_period on time_off using gist (host_id, period);
create index time_off_workspace on time_off (workspace_id, host_id);
create trigger time_off_version after insert or update or delete on time_off for each row execute function count_busy_version();
