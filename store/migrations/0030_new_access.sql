-- What a person is told about: each new key, seat, passkey, agent and grant in their name. A row leads to one mail with a link that stops it.
create table access_notices (
  -- The id of the key, seat, passkey, agent or grant itself.
  id uuid primary key,
  -- Whose power it has.
  user_id uuid not null references users on delete cascade,
  -- null: it is of no workspace, as a passkey.
  workspace_id uuid references workspaces on delete cascade,
  kind text not null check (kind in ('key', 'seat', 'passkey', 'agent', 'grant')),
  name text not null,
  -- The name of the key that made it; null: the person did.
  made_with text,
  source text not null,
  -- Forgotten after 30 days, as that of a device session.
  client_ip text,
  -- Made with a test key: its mail is stored, never sent.
  test_mode boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- mail; last: the mail that says that more are to come today, which are left out (none). null: not decided yet.
  decision text check (decision in ('mail', 'last', 'none')),
  decided_at timestamptz,
  -- Its mail left, or none will.
  settled_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create index access_notices_waiting on access_notices (created_at) where settled_at is null;
create index access_notices_person on access_notices (user_id, decided_at);
create index access_notices_networks on access_notices (created_at) where client_ip is not null;
