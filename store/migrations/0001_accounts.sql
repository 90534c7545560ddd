-- People, their sessions, and how they sign in.

create extension if not exists btree_gist;
create extension if not exists citext;

-- Readers keep what they computed until a version grows: each change of a row, or of the rows below it, counts.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create table users (
  id uuid primary key,
  email citext not null unique,
  name text not null,
  -- Shown to guests.
  bio text check (length(bio) between 1 and 300),
  -- The language that the person chose for pages and mails; null: the browser's.
  language text check (language ~ '^[a-z]{2}$'),
  -- The language of the last sign-in's pages. It counts where the person chose none.
  browser_language text check (browser_language ~ '^[a-z]{2}$'),
  -- The region of the browser at the last sign-in, for dates in mails; null: the browser named none.
  browser_region text check (browser_region ~ '^([A-Z]{2}|[0-9]{3})$'),
  -- The time of the first sign-in with a browser; null: never.
  browser_since timestamptz,
  -- Counts changes of what lists of slots read of this person: time blocks, time off, calendars, name and address.
  busy_version bigint not null default 0,
  -- Set when the person deletes the account. The row stays for the meetings that it hosted, without name and address.
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);

create function count_name_change() returns trigger language plpgsql as $$
begin
  new.busy_version := old.busy_version + 1;
  return new;
end $$;
create trigger users_version before update of name, email on users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function count_name_change();

create function count_busy_version() returns trigger language plpgsql as $$
begin
  update users set busy_version = busy_version + 1 where id = coalesce(new.host_id, old.host_id);
  return null;
end $$;

-- The bytes have a table of their own, so that reading a user never loads them. The file's name is a hash of its content.
create table user_photos (
  user_id uuid primary key references users on delete cascade,
  file text not null check (file ~ '^photo-[0-9a-f]{32}\.(png|jpg|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);
create index user_photos_file on user_photos (file);

-- A person's account at an identity provider. The subject is the provider's stable id; the address may change.
create table user_identities (
  -- Names the account in lists and in the operation that ends it.
  id uuid not null default gen_random_uuid(),
  provider text not null check (provider in ('google', 'microsoft', 'apple')),
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- The address that the provider vouched for at the sign-in that linked it; null: unknown.
  email citext,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (provider, issuer, subject)
);
create index user_identities_user on user_identities (user_id);
create unique index user_identities_id on user_identities (id);

-- A credential of a person's authenticator (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  credential_id bytea not null unique,
  -- In COSE format.
  public_key bytea not null,
  -- By it the authenticator knows the person: one for all passkeys of a person, without any data about them.
  user_handle bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Whether it may leave its device (fixed), and whether it has left it.
  backup_eligible boolean not null,
  backed_up boolean not null,
  last_used_at timestamptz,
  -- Set when its counter went back, which means that a copy exists. A blocked passkey signs nobody in.
  blocked_at timestamptz,
  created_at timestamptz not null
);
create index passkeys_user on passkeys (user_id, created_at);

-- A signed-in browser. The token is opaque and rotates.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- The previous token works until previous_ends_at; null: until the new token is used, because its answer may have been lost.
  previous_token_hash bytea unique,
  previous_ends_at timestamptz,
  rotated_at timestamptz not null,
  user_agent text,
  ip text not null,
  method text not null check (method in ('email', 'google', 'microsoft', 'local', 'passkey')),
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- The passkey that opened the session, which ends with it.
  passkey_id uuid references passkeys on delete set null,
  -- The linked account that opened the session. No foreign key: a session outlives the row, and the code ends it.
  linked_account_id uuid,
  created_at timestamptz not null
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_outdated on sessions (expires_at);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_idle on sessions (last_seen_at);
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;

-- A challenge that an authenticator signs. The row is deleted at its first use.
create table passkey_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('enrol', 'login', 'native')),
  challenge bytea not null,
  -- Enrolment: the session that asked, and the handle of its person.
  session_id uuid references sessions on delete cascade,
  user_handle bytea,
  -- Sign-in at /login: the browser that asked.
  browser_hash bytea,
  -- Native sign-in: the names that the app gave.
  client_name text,
  agent_name text,
  prospect_email text,
  expires_at timestamptz not null,
  constraint passkey_challenges_enrol_has_session check ((purpose = 'enrol') = (session_id is not null and user_handle is not null)),
  constraint passkey_challenges_login_has_browser check ((purpose = 'login') = (browser_hash is not null))
);
create index passkey_challenges_expired on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_id) where session_id is not null;

-- A requested sign-in link. Its token is derived from the id where it is mailed; only its sha256 is stored.
create table sign_in_links (
  id uuid primary key,
  email citext not null,
  token_hash bytea not null unique,
  -- The browser that asked. Another browser shows a warning first.
  browser_hash bytea not null,
  return_to text not null,
  timezone text,
  client_network text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The networks around the client, from the narrowest to the widest, for the caps of requests.
  client_networks text[] not null default '{}',
  -- The folded address (without tags and provider dots), for the caps of mails; null: count the address as it is.
  inbox citext,
  -- The language of the page that asked, for people without an account.
  language text check (language ~ '^[a-z]{2}$'),
  created_at timestamptz not null
);
create index sign_in_links_email on sign_in_links (email, created_at);
create index sign_in_links_client on sign_in_links (client_network, created_at);
create index sign_in_links_created on sign_in_links (created_at);
create index sign_in_links_networks on sign_in_links using gin (client_networks);
create index sign_in_links_inbox on sign_in_links (inbox, created_at);

-- Networks and browsers that proved an inbox: HMAC of the folded address and the client, so that the table is no list of either.
create table known_clients (
  client_hash bytea primary key,
  proved_at timestamptz not null
);
create index known_clients_proved on known_clients (proved_at);

-- Six-digit codes that are mailed for other purposes than a booking. A code is derived from id and issue, and stored nowhere.
create table mailed_codes (
  id uuid primary key,
  -- A code is valid for its purpose only.
  purpose text not null check (purpose in ('native_sign_in', 'agent_identity')),
  email citext not null,
  -- Native sign-in: the network of the client. Identity: the id of the agent principal. Each address has one open code per asker.
  asker text not null,
  -- Data that the asker gave about itself, such as its name.
  about jsonb not null,
  client_ip text not null,
  status text not null check (status in ('open', 'used', 'expired', 'withdrawn', 'undeliverable')),
  issue_no integer not null,
  -- Guesses at the current issue, counted before they are compared.
  guesses integer not null default 0,
  issued_at timestamptz not null,
  -- The time at which the mail of the current issue left; null: it waits.
  accepted_at timestamptz,
  expires_at timestamptz not null,
  -- Set where no mail leaves, because the person refused this asker before; accepted_at then only ends the wait.
  withheld_at timestamptz,
  created_at timestamptz not null
);
create unique index mailed_codes_open on mailed_codes (purpose, email, asker) where status = 'open';
create index mailed_codes_created on mailed_codes (created_at);
create index mailed_codes_unmailed on mailed_codes (issued_at)
  where purpose = 'agent_identity' and status = 'open' and accepted_at is null;

-- Each mail with a code, for the caps per inbox and per network.
create table mailed_code_issues (
  code_id uuid not null references mailed_codes on delete cascade,
  issue_no integer not null,
  inbox citext not null,
  client_network text not null,
  client_networks text[] not null,
  created_at timestamptz not null,
  primary key (code_id, issue_no)
);
create index mailed_code_issues_inbox on mailed_code_issues (inbox, created_at);
create index mailed_code_issues_networks on mailed_code_issues using gin (client_networks);

-- Guesses of one client at one issue.
create table mailed_code_guesses (
  code_id uuid not null references mailed_codes on delete cascade,
  issue_no integer not null,
  client_network text not null,
  guesses integer not null,
  primary key (code_id, issue_no, client_network)
);

-- Wrong codes per network and hour, so that one network cannot try many inboxes.
create table wrong_codes (
  -- HMAC of the network's name, in base64url.
  network_hash text not null,
  -- The start of the clock hour.
  hour timestamptz not null,
  guesses integer not null,
  primary key (network_hash, hour)
);
create index wrong_codes_hour on wrong_codes (hour);

-- sha256 of nonces that Apple's tokens used, until the token expires.
create table apple_nonces (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);
create index apple_nonces_expired on apple_nonces (expires_at);

-- A new address of a person, proved by a mailed link.
create table address_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null,
  -- The folded new address and the asker's networks, for the caps of mails.
  inbox citext not null,
  client_networks text[] not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Set when the link in the mail to the old address undid the change.
  undone_at timestamptz,
  -- The second pass after an undo, which ends access that concurrent requests made; null: it has not run.
  late_ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index address_changes_person on address_changes (user_id, created_at);
create index address_changes_inbox on address_changes (inbox, created_at);
create index address_changes_networks on address_changes using gin (client_networks);
create index address_changes_created on address_changes (created_at);
create index address_changes_late on address_changes (undone_at) where undone_at is not null and late_ended_at is null;
