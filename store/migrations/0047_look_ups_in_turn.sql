-- Look-ups of companies take turns (decision 0163): one of a domain at once, and not all of one workspace.
create table look_up_turns (
  domain text primary key,
  -- For whom it is looked up, last.
  workspace_id uuid not null references workspaces on delete cascade,
  booking_id uuid not null,
  -- The look-up in hand ends before. In the past: there is none.
  at_work_until timestamptz not null,
  -- The last answers, if no source told anything: the domain is not asked again for an hour. Else null.
  failed_facts jsonb,
  failed_at timestamptz,
  check ((failed_facts is null) = (failed_at is null))
);
create index look_up_turns_workspace on look_up_turns (workspace_id, at_work_until);
create index look_up_turns_age on look_up_turns (at_work_until);
