-- Agents that act for a person.

-- An agent that acts for a person with the person's consent. Its flow is identity/<id>.
create table agent_principals (
  id uuid primary key,
  -- The workspace of the key that registered it. Only that key can use it, and it ends with the key.
  workspace_id uuid not null references workspaces on delete cascade,
  api_key_id uuid not null references api_keys on delete cascade,
  prospect_email citext not null,
  -- The account of the address, once there is one. It stays when the person changes the address.
  user_id uuid references users on delete cascade,
  agent_label text not null check (length(agent_label) between 1 and 160),
  prospect_name text,
  prospect_company text,
  metadata jsonb not null default '{}',
  status text not null check (status in ('pending', 'verified', 'revoked', 'expired')),
  scopes text[] not null default '{}',
  -- pending: the end of its code. verified: 90 days after the last intent token.
  ends_at timestamptz not null,
  verified_at timestamptz,
  renewed_at timestamptz,
  -- The last delegated call, to the minute.
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- agent: its key asked. key: the key was revoked. person: on the dashboard. link: by a mailed link. flow: a restored database
  -- lacked the end that the flow knew.
  revoked_by text check (revoked_by in ('agent', 'key', 'person', 'link', 'flow')),
  -- The status that the flow saw last; null: the flow has not started.
  flow_status text,
  created_at timestamptz not null,
  constraint agent_principals_verified_has_scopes
    check (status <> 'verified' or (verified_at is not null and cardinality(scopes) > 0)),
  constraint agent_principals_revoked_has_time check ((status = 'revoked') = (revoked_at is not null))
);
create unique index agent_principals_pending on agent_principals (api_key_id, prospect_email) where status = 'pending';
create index agent_principals_key on agent_principals (api_key_id);
create index agent_principals_workspace on agent_principals (workspace_id);
create index agent_principals_email on agent_principals (prospect_email, created_at desc);
create index agent_principals_user on agent_principals (user_id, created_at desc) where user_id is not null;
create index agent_principals_unseen on agent_principals (created_at) where status is distinct from flow_status;
create index agent_principals_due on agent_principals (ends_at) where status in ('pending', 'verified');
create index agent_principals_unproved on agent_principals (ends_at) where verified_at is null and status in ('expired', 'revoked');

-- A trigger, because keys end in several ways: by hand, with their creator, with a member who leaves.
create function end_agent_principals() returns trigger language plpgsql as $$
begin
  update agent_principals set status = 'revoked', revoked_at = new.revoked_at, revoked_by = 'key'
  where api_key_id = new.id and status in ('pending', 'verified');
  return null;
end $$;
create trigger api_keys_agents_ended after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_agent_principals();

-- Workspaces that an agent made for its person.
create table agent_workspaces (
  workspace_id uuid primary key references workspaces on delete cascade,
  principal_id uuid not null references agent_principals on delete cascade,
  created_at timestamptz not null default now()
);
create index agent_workspaces_principal on agent_workspaces (principal_id);

-- Accounts that an agent made for its person. Each leads to one mail, even if the agent was stopped before it left.
create table agent_sign_ups (
  principal_id uuid primary key references agent_principals on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The first workspace of the account; null: it was erased.
  workspace_id uuid references workspaces on delete set null,
  source text not null,
  client_ip text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index agent_sign_ups_age on agent_sign_ups (made_at);
create index agent_sign_ups_user on agent_sign_ups (user_id);
create index agent_sign_ups_workspace on agent_sign_ups (workspace_id);
