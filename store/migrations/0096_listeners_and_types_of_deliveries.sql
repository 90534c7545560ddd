-- Until when somebody listens to a workspace's events with `holdfast listen` (decision 0301): they are written meanwhile, also where no endpoint wants them.
create table webhook_listeners (
  workspace_id uuid primary key references workspaces on delete cascade,
  until timestamptz not null
);
create index webhook_listeners_until on webhook_listeners (until);

-- The type of its event, so that the list of deliveries finds a rare one among a million. 0097 fills it for rows from before.
alter table webhook_deliveries add column event_type text;

-- Processes of before this release write rows without it, also after a roll back. The event may be of the same statement: read it afterwards.
create function type_delivery() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set event_type = (select type from webhook_events where id = new.event_id) where id = new.id;
  return null;
end $$;
create trigger webhook_deliveries_typed after insert on webhook_deliveries for each row
  when (new.event_type is null) execute function type_delivery();
