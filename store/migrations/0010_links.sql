-- Short links.

-- A short link to a host's page or to an event type. Its token is no secret, so it is stored as it is: lists show it again.
create table short_links (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  token text not null unique check (token ~ '^[0-9A-Za-z]{12}$'),
  name text check (length(name) between 1 and 80),
  host_id uuid references users on delete cascade,
  event_type_id uuid references event_types on delete cascade,
  created_by_user_id uuid references users on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  constraint short_links_one_target check (num_nonnulls(host_id, event_type_id) = 1)
);
create index short_links_workspace on short_links (workspace_id, created_at desc, id desc);
create index short_links_list_active on short_links (workspace_id, created_at desc, id desc) where revoked_at is null;
create index short_links_list_revoked on short_links (workspace_id, created_at desc, id desc) where revoked_at is not null;
create index short_links_host on short_links (host_id) where host_id is not null;
create index short_links_event on short_links (event_type_id) where event_type_id is not null;
