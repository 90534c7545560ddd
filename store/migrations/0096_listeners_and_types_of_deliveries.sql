-- Until when somebody listens to a workspace's events with `holdfast listen` (decision 0301): they are written meanwhile, also where no endpoint wants them.
create table webhook_listeners (
  workspace_id uuid primary key references workspaces on delete cascade,
  until timestamptz not null
);
create index webhook_listeners_until on webhook_listeners (until);

-- The type of its event, so that the list of deliveries finds a rare one among a million. Webhooks are new in this release: no older process writes rows
-- without it.
alter table webhook_deliveries add column event_type text;
update webhook_deliveries d set event_type = e.type from webhook_events e where e.id = d.event_id;
