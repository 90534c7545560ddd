-- The authorization server of the remote connector.

-- Apps that registered themselves (RFC 7591). An app with a metadata document has no row: its client id is the document's URL.
create table oauth_clients (
  client_id text primary key,
  -- As registered. A client secret is stored as sha256.
  metadata jsonb not null,
  -- The last consent or token.
  used_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index oauth_clients_used on oauth_clients (used_at);

-- A person's consent for an app. The id is the app's API key, which holds workspace, person, scopes and times.
create table oauth_grants (
  id uuid primary key references api_keys on delete cascade,
  client_id text not null,
  -- The name that the app gave, if it reads like a name.
  client_name text,
  -- The host of the metadata document; null: the app registered itself, and nobody vouches for it.
  client_host text,
  -- The host, or an app's scheme, to which the code was sent.
  redirect_host text not null,
  -- Set if the protocol ended it: the app revoked it, a token was replayed, or a later consent replaced it.
  ended_by text check (ended_by in ('client', 'replay', 'replaced')),
  -- A refresh token that comes twice within its grace period is accepted and noted. Networks are deleted after 30 days.
  reused_at timestamptz,
  reuse_networks text[]
);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_reused on oauth_grants (reused_at) where reuse_networks is not null;

-- Open requests, codes, refresh tokens and other state of the server. Tokens and codes are stored as sha256.
create table oauth_artifacts (
  model text not null,
  id_hash bytea not null,
  -- Without the id.
  payload jsonb not null,
  grant_id uuid references oauth_grants on delete cascade,
  uid_hash bytea,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  -- The network that used a refresh token first. Deleted after 30 days.
  consumed_from text,
  reused_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_artifacts_grant on oauth_artifacts (grant_id) where grant_id is not null;
create index oauth_artifacts_uid on oauth_artifacts (uid_hash) where uid_hash is not null;
create index oauth_artifacts_expires on oauth_artifacts (expires_at);
create index oauth_artifacts_consumed_from on oauth_artifacts (consumed_at) where consumed_from is not null;
