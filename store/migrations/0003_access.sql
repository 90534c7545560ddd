-- API keys, agent seats, device sessions, agents that sign in by themselves, and the notices about new access.

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by_user_id uuid references users on delete set null,
  name text not null check (length(name) between 1 and 80),
  -- test: bookings take real slots; mails are stored, not sent.
  mode text not null check (mode in ('live', 'test')),
  prefix text not null,
  -- sha256 of the key. The key itself is shown once and stored nowhere.
  hash bytea not null unique,
  scopes text[] not null
    check (scopes <@ array['workspace.read', 'workspace.act', 'billing.manage'] and cardinality(scopes) > 0),
  origin text not null check (origin in ('dashboard', 'device', 'seat', 'native', 'connector')),
  -- To the minute.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The key that made this key; null: a signed-in person did. Revoking a key revokes the keys that it made.
  parent_key_id uuid references api_keys on delete set null,
  -- The role of a seat. The key acts with this role or its creator's current role, whichever allows less; null: the creator's.
  role_cap text check (role_cap in ('owner', 'admin', 'manager', 'member', 'billing_only')),
  created_at timestamptz not null
);
create index api_keys_workspace on api_keys (workspace_id, created_at desc, id desc);
create index api_keys_creator on api_keys (created_by_user_id, workspace_id);
create index api_keys_list_creator on api_keys (workspace_id, created_by_user_id, created_at desc, id desc);
create index api_keys_parent on api_keys (parent_key_id) where parent_key_id is not null;

create table agent_seats (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  display_name text not null check (length(display_name) between 1 and 80),
  agent_email citext,
  -- A seat is active as long as its key: revoking either revokes both.
  api_key_id uuid not null unique references api_keys on delete cascade,
  created_by_user_id uuid references users on delete set null,
  revoked_at timestamptz,
  -- The folded address of the operator who approved the seat's sign-in; null: the seat came another way.
  operator_inbox citext,
  created_at timestamptz not null
);
create index agent_seats_workspace on agent_seats (workspace_id, created_at desc, id desc);
create index agent_seats_list_active on agent_seats (workspace_id, created_at desc, id desc) where revoked_at is null;
create index agent_seats_list_revoked on agent_seats (workspace_id, created_at desc, id desc) where revoked_at is not null;
create index agent_seats_operator on agent_seats (operator_inbox) where operator_inbox is not null;

-- Device authorization (RFC 8628). Its flow is device/<id>.
create table device_sessions (
  id uuid primary key,
  device_code_hash bytea not null unique,
  -- As people type it, without the dash. Unique among pending ones.
  user_code text not null check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  agent_name text,
  client_name text,
  client_ip text not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'expired', 'consumed')),
  interval_seconds integer not null,
  last_poll_at timestamptz,
  expires_at timestamptz not null,
  decided_by_user_id uuid references users on delete set null,
  decided_at timestamptz,
  workspace_id uuid references workspaces on delete cascade,
  api_key_id uuid references api_keys on delete set null,
  consumed_at timestamptz,
  -- The status that the flow saw last; null: the flow has not started.
  flow_status text,
  created_at timestamptz not null,
  constraint device_sessions_approved_has_workspace check (status not in ('approved', 'consumed') or workspace_id is not null)
);
create unique index device_sessions_waiting_code on device_sessions (user_code) where status = 'pending';
create index device_sessions_user_code on device_sessions (user_code, created_at desc);
create index device_sessions_unseen on device_sessions (created_at) where status is distinct from flow_status;
create index device_sessions_created on device_sessions (created_at);
create index device_sessions_due on device_sessions (expires_at) where status in ('pending', 'approved');
create index device_sessions_workspace on device_sessions (workspace_id, created_at desc) where workspace_id is not null;
create index device_sessions_key on device_sessions (api_key_id) where api_key_id is not null;
create index device_sessions_let_in on device_sessions (decided_by_user_id) where status = 'approved';

-- Wakes requests that wait for a decision. The payload is the row's id.
create function notify_device_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('device_sessions', new.id::text);
  return null;
end $$;
create trigger device_sessions_notify after update of status on device_sessions
  for each row when (old.status is distinct from new.status)
  execute function notify_device_session();

-- The sign-in of an agent's inbox without a workspace: a human operator approves it. Its flow is claim/<id>.
create table native_claims (
  id uuid primary key,
  -- sha256 of the agent's token, and of the token in the operator's mail.
  poll_token_hash bytea not null unique,
  link_token_hash bytea not null unique,
  agent_email citext not null,
  operator_email citext not null,
  -- The operator's folded address, for the caps of mails.
  operator_inbox citext not null,
  agent_name text,
  client_name text,
  client_ip text not null,
  client_networks text[] not null,
  -- accepted: the agent has not fetched its key, and its seat is reserved. claimed: it has.
  status text not null check (status in ('pending', 'accepted', 'claimed', 'refused', 'expired', 'undeliverable')),
  expires_at timestamptz not null,
  mailed_at timestamptz,
  decided_by_user_id uuid references users on delete set null,
  decided_at timestamptz,
  workspace_id uuid references workspaces on delete set null,
  api_key_id uuid references api_keys on delete set null,
  -- The status that the flow saw last; null: the flow has not started.
  flow_status text,
  withheld_at timestamptz,
  created_at timestamptz not null
);
create index native_claims_created on native_claims (created_at);
create index native_claims_due on native_claims (expires_at) where status in ('pending', 'accepted');
create index native_claims_unseen on native_claims (created_at) where status is distinct from flow_status;
create index native_claims_inbox on native_claims (operator_inbox, created_at);
create index native_claims_networks on native_claims using gin (client_networks);
create index native_claims_seats on native_claims (workspace_id, expires_at) where status = 'accepted';
create index native_claims_key on native_claims (api_key_id) where api_key_id is not null;
create index native_claims_workspace on native_claims (workspace_id) where workspace_id is not null;
create index native_claims_let_in on native_claims (decided_by_user_id) where status = 'accepted';

-- Wakes requests that wait for a decision. The payload is the row's id.
create function notify_native_claim() returns trigger language plpgsql as $$
begin
  perform pg_notify('native_claims', new.id::text);
  return null;
end $$;
create trigger native_claims_notify after update of status on native_claims
  for each row when (old.status is distinct from new.status)
  execute function notify_native_claim();

-- Notices to a person about new access in their name, or about a webhook. Each leads to at most one mail.
create table access_notices (
  -- The id of the key, seat, passkey, linked account, grant or webhook change.
  id uuid primary key,
  -- The person whose power the access has.
  user_id uuid not null references users on delete cascade,
  -- Null: of no workspace, as a passkey.
  workspace_id uuid references workspaces on delete cascade,
  kind text not null check (kind in ('key', 'seat', 'passkey', 'linked_account', 'grant', 'webhook', 'webhook_changed')),
  name text not null,
  -- The name of the key that made it; null: the person made it.
  made_with text,
  source text not null,
  -- Deleted after 30 days.
  client_ip text,
  -- Made with a test key: the mail is stored, not sent.
  test_mode boolean not null,
  -- last: the last mail of the day, which says that further ones are left out. none: left out. null: not decided.
  decision text check (decision in ('mail', 'last', 'none')),
  decided_at timestamptz,
  -- The person who did it, where that may be somebody else.
  done_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint access_notices_decision_has_time check ((decision is null) = (decided_at is null))
);
create index access_notices_person on access_notices (user_id, decided_at);
create index access_notices_networks on access_notices (created_at) where client_ip is not null;
create index access_notices_workspace on access_notices (workspace_id) where workspace_id is not null;
create index access_notices_done_by on access_notices (done_by) where done_by is not null;

-- The network from which an account or a key was made: mails that an unpaid workspace causes count there, too. Deleted after 30 days.
create table access_origins (
  -- The id of a user or of an API key.
  id uuid primary key,
  network text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index access_origins_made on access_origins (made_at);
