-- online: each statement is committed alone (decision 0106). Each row of a workspace that goes is looked for in the tables that name it.
create index concurrently if not exists workspaces_erased on workspaces (erase_at) where erase_at is not null;

create index concurrently if not exists claims_event_type on claims (event_type_id);

create index concurrently if not exists event_types_any_schedule on event_types (schedule_id) where schedule_id is not null;

create index concurrently if not exists access_notices_workspace on access_notices (workspace_id) where workspace_id is not null;

create index concurrently if not exists credit_entries_grant on credit_entries (grant_id);

create index concurrently if not exists credit_grants_workspace on credit_grants (workspace_id);

create index concurrently if not exists invitations_workspace on invitations (workspace_id);

create index concurrently if not exists invitations_of_any_key on invitations (invited_by_key_id) where invited_by_key_id is not null;

create index concurrently if not exists booking_floods_workspace on booking_floods (workspace_id);

create index concurrently if not exists workspace_claims_of_key on workspace_claims (api_key_id) where api_key_id is not null;

create index concurrently if not exists checkout_intents_of_keys on checkout_intents (api_key_id) where api_key_id is not null;

create index concurrently if not exists device_sessions_key on device_sessions (api_key_id) where api_key_id is not null;

create index concurrently if not exists native_claims_key on native_claims (api_key_id) where api_key_id is not null;

create index concurrently if not exists native_claims_workspace on native_claims (workspace_id) where workspace_id is not null;

create index concurrently if not exists calendar_connections_workspace on calendar_connections (workspace_id) where workspace_id is not null;

create index concurrently if not exists calendar_connect_links_key on calendar_connect_links (api_key_id) where api_key_id is not null;

create index concurrently if not exists calendar_connect_links_workspace on calendar_connect_links (workspace_id)
  where workspace_id is not null;
