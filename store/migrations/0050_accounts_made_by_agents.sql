-- Accounts that an agent made for its person: each leads to one mail, which leaves also if the agent was stopped before (decision 0170).
create table agent_sign_ups (
  principal_id uuid primary key references agent_principals on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The first workspace of the account; null: it is gone.
  workspace_id uuid references workspaces on delete set null,
  source text not null,
  client_ip text not null,
  made_at timestamptz not null default clock_timestamp(),
  -- The mail has left, or the address takes none.
  told_at timestamptz
);
create index agent_sign_ups_untold on agent_sign_ups (made_at) where told_at is null;
create index agent_sign_ups_age on agent_sign_ups (made_at);
create index agent_sign_ups_user on agent_sign_ups (user_id);
create index agent_sign_ups_workspace on agent_sign_ups (workspace_id);
