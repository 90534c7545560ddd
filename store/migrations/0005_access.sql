-- Who may come in: people, their sessions, device sessions, keys and agent seats.

-- The same person at an identity provider. The subject is the provider's stable id; addresses may change.
create table user_identities (
  provider text not null check (provider in ('google', 'microsoft')),
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, issuer, subject)
);
create index user_identities_user on user_identities (user_id);

-- A magic link that was asked for. Its token is derived from the id where it is mailed; here only its sha256.
create table sign_in_links (
  id uuid primary key,
  email citext not null,
  token_hash bytea not null unique,
  -- Of the browser that asked: another one is told so before it goes on.
  browser_hash bytea not null,
  return_to text not null,
  timezone text,
  client_network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  used_at timestamptz
);
create index sign_in_links_email on sign_in_links (email, created_at);
create index sign_in_links_client on sign_in_links (client_network, created_at);
create index sign_in_links_created on sign_in_links (created_at);
create index sign_in_links_unmailed on sign_in_links (created_at) where mailed_at is null and used_at is null;

-- A signed-in browser. The token is opaque; it changes as it ages.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- The one before works until this instant; null: until the new one is seen, whose answer may have been lost.
  previous_token_hash bytea unique,
  previous_ends_at timestamptz,
  rotated_at timestamptz not null,
  user_agent text,
  ip text not null,
  method text not null check (method in ('email', 'google', 'microsoft', 'local')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_outdated on sessions (expires_at);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_idle on sessions (last_seen_at);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by_user_id uuid references users on delete set null,
  name text not null check (length(name) between 1 and 80),
  -- live, or test: slots are really claimed, mail is stored and never sent
  mode text not null check (mode in ('live', 'test')),
  prefix text not null,
  -- sha256 of the whole key. The secret itself is shown once and kept nowhere.
  hash bytea not null unique,
  scopes text[] not null check (scopes <@ array['workspace.read', 'workspace.act', 'billing.manage'] and cardinality(scopes) > 0),
  origin text not null check (origin in ('dashboard', 'device', 'seat', 'native')),
  created_at timestamptz not null,
  -- To the minute: written at most once in each.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_workspace on api_keys (workspace_id, created_at desc, id desc);
create index api_keys_creator on api_keys (created_by_user_id, workspace_id);

create table agent_seats (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  display_name text not null check (length(display_name) between 1 and 80),
  agent_email citext,
  -- A seat is active as long as its key: revoking either revokes both.
  api_key_id uuid not null unique references api_keys on delete cascade,
  created_by_user_id uuid references users on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index agent_seats_workspace on agent_seats (workspace_id, created_at desc, id desc);

-- Who leaves a workspace leaves their keys and seats behind for good: coming back does not bring them back to life.
create function revoke_keys_of_former_member() returns trigger language plpgsql as $$
begin
  with dead as (
    update api_keys set revoked_at = clock_timestamp()
    where workspace_id = old.workspace_id and created_by_user_id = old.user_id and revoked_at is null
    returning id, revoked_at)
  update agent_seats s set revoked_at = dead.revoked_at from dead where s.api_key_id = dead.id and s.revoked_at is null;
  return null;
end $$;
create trigger memberships_left after delete on memberships
  for each row execute function revoke_keys_of_former_member();

-- Device authorization (RFC 8628). A session's id names its flow: device/<id>.
create table device_sessions (
  id uuid primary key,
  device_code_hash bytea not null unique,
  -- As people type it, without the dash; unique among those that still wait.
  user_code text not null check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  agent_name text,
  client_name text,
  client_ip text not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'expired', 'consumed')),
  interval_seconds integer not null,
  last_poll_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by_user_id uuid references users on delete set null,
  decided_at timestamptz,
  workspace_id uuid references workspaces on delete cascade,
  api_key_id uuid references api_keys on delete set null,
  consumed_at timestamptz,
  -- The status that its flow saw last; null: the flow never looked.
  flow_status text,
  check (status not in ('approved', 'consumed') or workspace_id is not null)
);
create unique index device_sessions_waiting_code on device_sessions (user_code) where status = 'pending';
create index device_sessions_user_code on device_sessions (user_code, created_at desc);
create index device_sessions_unseen on device_sessions (created_at) where status is distinct from flow_status;
create index device_sessions_created on device_sessions (created_at);
create index device_sessions_due on device_sessions (expires_at) where status in ('pending', 'approved');
create index device_sessions_workspace on device_sessions (workspace_id, created_at desc) where workspace_id is not null;

-- Whoever waits for a decision is woken: the payload is the row's id, nothing else.
create function tell_device_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('device_sessions', new.id::text);
  return null;
end $$;
create trigger device_sessions_told after update of status on device_sessions
  for each row when (old.status is distinct from new.status) execute function tell_device_session();

-- Who did it, with what: a person by session, or a key, which may be a seat's.
alter table activity_log
  add column user_id uuid references users on delete set null,
  add column api_key_id uuid references api_keys on delete set null,
  add column agent_seat_id uuid references agent_seats on delete set null,
  add column subject_type text,
  add column subject_id uuid;
alter table workspaces add constraint workspaces_trial_has_end
  check (subscription_status <> 'trialing' or trial_ends_at is not null);
create index workspaces_trials on workspaces (trial_ends_at) where subscription_status = 'trialing';
