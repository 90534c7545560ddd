-- Agents that act for a person with the person's consent (spec, Agent principal). Its id names its flow: identity/<id>.
create table agent_principals (
  id uuid primary key,
  -- Where the agent acts: the workspace of the key that registered it. Only that key can use it, and it ends with the key.
  workspace_id uuid not null references workspaces on delete cascade,
  api_key_id uuid not null references api_keys on delete cascade,
  prospect_email citext not null,
  -- The account of that address, once there was one: who changes the address stays the person of this agent.
  user_id uuid references users on delete cascade,
  agent_label text not null check (length(agent_label) between 1 and 160),
  prospect_name text,
  prospect_company text,
  metadata jsonb not null default '{}',
  status text not null check (status in ('pending', 'verified', 'revoked', 'expired')),
  scopes text[] not null default '{}',
  created_at timestamptz not null,
  -- pending: until its code ends. verified: until it lapses, 90 days after the last intent token.
  ends_at timestamptz not null,
  verified_at timestamptz,
  -- The mail that tells the person what they allowed, with a link that stops it, has left; or the address takes none.
  told_at timestamptz,
  renewed_at timestamptz,
  -- Its last delegated call, to the minute.
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- agent: the key itself. key: the key was revoked. person: on home. link: by the link of a mail.
  revoked_by text check (revoked_by in ('agent', 'key', 'person', 'link')),
  -- The status that its flow saw last; null: the flow never looked.
  flow_status text,
  check (status <> 'verified' or (verified_at is not null and cardinality(scopes) > 0)),
  check ((status = 'revoked') = (revoked_at is not null))
);
create unique index agent_principals_pending on agent_principals (api_key_id, prospect_email) where status = 'pending';
create index agent_principals_key on agent_principals (api_key_id);
create index agent_principals_workspace on agent_principals (workspace_id);
create index agent_principals_email on agent_principals (prospect_email, created_at desc);
create index agent_principals_user on agent_principals (user_id, created_at desc) where user_id is not null;
create index agent_principals_unseen on agent_principals (created_at) where status is distinct from flow_status;
create index agent_principals_untold on agent_principals (verified_at) where status = 'verified' and told_at is null;
create index agent_principals_due on agent_principals (ends_at) where status in ('pending', 'verified');
create index agent_principals_ended on agent_principals (ends_at) where status = 'expired';

-- What an agent did for its person: entries of the activity log, which is large and has no column for this.
create table agent_acts (
  activity_id uuid primary key references activity_log on delete cascade,
  principal_id uuid not null references agent_principals on delete cascade,
  at timestamptz not null
);
create index agent_acts_principal on agent_acts (principal_id, at desc);

-- Workspaces that an agent made for its person, the first one of a new account included.
create table agent_workspaces (
  workspace_id uuid primary key references workspaces on delete cascade,
  principal_id uuid not null references agent_principals on delete cascade,
  created_at timestamptz not null default now()
);
create index agent_workspaces_principal on agent_workspaces (principal_id);

-- A trigger, because keys end in several ways: by hand, with their maker, with a member who leaves.
create function end_agent_principals() returns trigger language plpgsql as $$
begin
  update agent_principals set status = 'revoked', revoked_at = new.revoked_at, revoked_by = 'key'
  where api_key_id = new.id and status in ('pending', 'verified');
  return null;
end $$;
create trigger api_keys_agents_ended after update of revoked_at on api_keys for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_agent_principals();
