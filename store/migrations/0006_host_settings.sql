-- What hosts set up themselves: event types with their forms, and short links.

alter table event_types add column color text check (color ~ '^#[0-9a-f]{6}$');
-- A form belongs to one event: changing it changes no other.
create unique index event_types_form on event_types (form_id);
create index event_types_workspace on event_types (workspace_id, created_at desc, id desc);
-- How many meetings of an event are still to come.
create index bookings_live on bookings (event_type_id, end_at)
  where status in ('pending_confirmation', 'confirmed', 'rescheduled');

-- A link that stands for a host's calendar or for one event. Its token is no secret: it opens what is public anyway, and is kept as
-- it is, because whoever lists links wants to share them.
create table short_links (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  token text not null unique check (token ~ '^[0-9A-Za-z]{12}$'),
  name text check (length(name) between 1 and 80),
  host_id uuid references users on delete cascade,
  event_type_id uuid references event_types on delete cascade,
  created_by_user_id uuid references users on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check (num_nonnulls(host_id, event_type_id) = 1)
);
create index short_links_workspace on short_links (workspace_id, created_at desc, id desc);
