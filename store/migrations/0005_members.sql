-- Memberships, invitations and removals.

create table memberships (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  username text not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'billing_only')),
  -- Set while the member is being removed: keys and sessions are refused here, and nobody can book the member.
  leaving_at timestamptz,
  -- The key that sent the member's invitation; null: none did.
  invited_by_key_id uuid references api_keys on delete set null,
  -- Set by a change of ownership: a removal that stops gives no access back. The member can do nothing here until an owner removes
  -- them.
  stays_closed boolean not null default false,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint memberships_workspace_id_username_key unique (workspace_id, username),
  constraint memberships_workspace_id_user_id_key unique (workspace_id, user_id)
);
create index memberships_user on memberships (user_id);
create index memberships_list on memberships (workspace_id, created_at desc, user_id desc);
create index memberships_of_keys on memberships (invited_by_key_id) where invited_by_key_id is not null;
create trigger memberships_version before update on memberships for each row execute function count_version();

-- Keys and seats of a former member end for good: a member who comes back does not get them again.
create function revoke_keys_of_former_member() returns trigger language plpgsql as $$
begin
  with ended as (
    update api_keys set revoked_at = clock_timestamp()
    where workspace_id = old.workspace_id and created_by_user_id = old.user_id and revoked_at is null
    returning id, revoked_at)
  update agent_seats s set revoked_at = ended.revoked_at from ended where s.api_key_id = ended.id and s.revoked_at is null;
  return null;
end $$;
create trigger memberships_left after delete on memberships for each row execute function revoke_keys_of_former_member();

-- An invited address. The link's token is derived from the id where it is mailed; only its sha256 is stored.
create table invitations (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  email citext not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'billing_only')),
  token_hash bytea not null unique,
  invited_by_user_id uuid references users on delete set null,
  test_mode boolean not null,
  -- Counts requested mails; each has a row in outbox_mails. The link stays the same.
  issue_no integer not null check (issue_no >= 1),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_user_id uuid references users on delete set null,
  revoked_at timestamptz,
  -- The key that sent it; null: a signed-in person.
  invited_by_key_id uuid references api_keys on delete set null,
  -- The agent that sent it; null: none. The invitation ends when the person stops the agent.
  agent_principal_id uuid references agent_principals on delete set null,
  -- Teams that the person joins on acceptance. Deleted teams are skipped.
  team_ids uuid[] not null default '{}',
  created_at timestamptz not null
);
create unique index invitations_one_open on invitations (workspace_id, email) where accepted_at is null and revoked_at is null;
create index invitations_list on invitations (workspace_id, created_at desc, id desc)
  where accepted_at is null and revoked_at is null;
create index invitations_outdated on invitations (created_at);
create index invitations_of_keys on invitations (invited_by_key_id)
  where invited_by_key_id is not null and accepted_at is null and revoked_at is null;
create index invitations_of_agents on invitations (agent_principal_id) where agent_principal_id is not null;
create index invitations_workspace on invitations (workspace_id);
create index invitations_of_any_key on invitations (invited_by_key_id) where invited_by_key_id is not null;
create index invitations_open_of_sender on invitations (invited_by_user_id) where accepted_at is null and revoked_at is null;

-- The removal of a member, while the upcoming meetings move to another host or are canceled. Its flow is member-removal/<id>.
create table member_removals (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The new host; null: meetings are canceled.
  to_user_id uuid references users on delete cascade,
  reason text,
  -- Set when the new host has time for all meetings. No meeting moves before.
  checked_at timestamptz,
  -- stopped: the meetings in `conflicts` cannot move.
  status text not null check (status in ('running', 'removed', 'stopped')),
  moved integer not null default 0,
  canceled integer not null default 0,
  -- [{bookingId, startAt, reason}]
  conflicts jsonb not null default '[]',
  -- {userId, apiKeyId, agentSeatId} of the request.
  acted_by jsonb not null,
  source text not null,
  ended_at timestamptz,
  -- Whether webhooks that the member set are disabled at the end.
  disables_webhooks boolean not null default false,
  created_at timestamptz not null
);
create unique index member_removals_one_running on member_removals (workspace_id, user_id) where status = 'running';
create index member_removals_latest on member_removals (workspace_id, user_id, created_at desc);
create index member_removals_running on member_removals (created_at) where status = 'running';
create index member_removals_outdated on member_removals (created_at);
