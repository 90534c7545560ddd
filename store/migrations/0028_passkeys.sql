-- Sign-in by passkey, and by Apple in apps.

alter table sessions drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('email', 'google', 'microsoft', 'local', 'passkey')) not valid;
alter table user_identities drop constraint user_identities_provider_check,
  add constraint user_identities_provider_check check (provider in ('google', 'microsoft', 'apple')) not valid;

-- A credential that a person's authenticator made for us (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  credential_id bytea not null unique,
  -- COSE.
  public_key bytea not null,
  -- How the authenticator knows the person: one for all their passkeys, and nothing about them in it.
  user_handle bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Whether it may leave its device, which never changes, and whether it has.
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Its counter went back: there are two of it. It signs nobody in any more.
  blocked_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- Who comes in by a passkey leaves with it.
alter table sessions add column passkey_id uuid references passkeys on delete set null;

-- What an authenticator is to sign. Whoever shows it first has used it up: the row goes.
create table passkey_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('enrol', 'login', 'native')),
  challenge bytea not null,
  -- To enrol: for this session, which ends with its person, and with this handle.
  session_id uuid references sessions on delete cascade,
  user_handle bytea,
  -- To sign in at /login: the browser that asked.
  browser_hash bytea,
  -- Native: what the app said of itself when it asked.
  client_name text,
  agent_name text,
  prospect_email text,
  expires_at timestamptz not null,
  check ((purpose = 'enrol') = (session_id is not null and user_handle is not null)),
  check ((purpose = 'login') = (browser_hash is not null))
);
create index passkey_challenges_expired on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_id) where session_id is not null;

-- Nonces of Apple's tokens that were taken, until the token is too old anyway. sha256.
create table apple_nonces (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);
create index apple_nonces_expired on apple_nonces (expires_at);
