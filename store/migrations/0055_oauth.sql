-- The authorization server of the remote connector (decisions 0180 and 0181). Tokens and codes stand here as sha256 alone.

-- Apps that registered themselves (RFC 7591). An app with a metadata document has no row: its client id is the document's address.
create table oauth_clients (
  client_id text primary key,
  -- As registered. A client secret stands in it as its sha256.
  metadata jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The last consent or token.
  used_at timestamptz not null default clock_timestamp()
);
create index oauth_clients_used on oauth_clients (used_at);

-- What a person allowed an app. The id is that of the key by which the app acts: workspace, person, scopes, times and end stand there.
create table oauth_grants (
  id uuid primary key references api_keys on delete cascade,
  client_id text not null,
  -- What the app calls itself, if that reads like a name.
  client_name text,
  -- The host of the metadata document; null: the app registered itself, and nobody vouches for it.
  client_host text,
  -- Where the code was sent: a host, or the scheme of an app.
  redirect_host text not null,
  -- Set if the end came by the protocol: the app gave it back, one of its tokens came twice, or a later consent took its place.
  ended_by text check (ended_by in ('client', 'replay', 'replaced'))
);
create index oauth_grants_client on oauth_grants (client_id);

-- Requests that wait for a person, codes, refresh tokens, and what else the server remembers for a while.
create table oauth_artifacts (
  model text not null,
  id_hash bytea not null,
  -- Without the id.
  payload jsonb not null,
  grant_id uuid references oauth_grants on delete cascade,
  uid_hash bytea,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oauth_artifacts_grant on oauth_artifacts (grant_id) where grant_id is not null;
create index oauth_artifacts_uid on oauth_artifacts (uid_hash) where uid_hash is not null;
create index oauth_artifacts_expires on oauth_artifacts (expires_at);
