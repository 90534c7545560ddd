-- Workspaces that an agent made, and the claims by which people take them over.

-- When this person first signed in with a browser; null: never. A default that is taken back fills the people of before without a rewrite.
alter table users add column browser_since timestamptz default now();
alter table users alter column browser_since drop default;

-- A workspace whose owner never signed in with a browser. The row goes when one does, or with a claim. Its flow is unclaimed/<workspace>.
create table unclaimed_workspaces (
  workspace_id uuid primary key references workspaces on delete cascade,
  since timestamptz not null default clock_timestamp(),
  -- The two mails to its owner, of day 23 and day 29.
  first_mailed_at timestamptz,
  last_mailed_at timestamptz,
  -- It takes no bookings since then.
  inactive_at timestamptz,
  -- When its flow looks again.
  next_look_at timestamptz not null
);
create index unclaimed_workspaces_due on unclaimed_workspaces (next_look_at) where inactive_at is null;

-- What an agent asked a person to take over. The row's id names its flow: workspace-claim/<id>. The token of its mail is derived from the id.
create table workspace_claims (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  prospect_email citext not null,
  -- Folded, for the caps of mails.
  prospect_inbox citext not null,
  agent_name text,
  -- The owner, and the key with which they asked: the claim ends with it.
  requested_by_user_id uuid references users on delete set null,
  api_key_id uuid references api_keys on delete set null,
  client_ip text not null,
  client_networks text[] not null,
  -- withdrawn: its key ended, or the workspace has a person as its owner meanwhile.
  status text not null check (status in ('pending', 'accepted', 'refused', 'expired', 'withdrawn', 'undeliverable')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  decided_by_user_id uuid references users on delete set null,
  ended_at timestamptz,
  -- The status that its flow saw last; null: the flow never looked.
  flow_status text
);
create unique index workspace_claims_pending on workspace_claims (workspace_id, prospect_inbox) where status = 'pending';
create index workspace_claims_workspace on workspace_claims (workspace_id, created_at);
create index workspace_claims_inbox on workspace_claims (prospect_inbox, created_at);
create index workspace_claims_networks on workspace_claims using gin (client_networks);
create index workspace_claims_key on workspace_claims (api_key_id) where status = 'pending';
create index workspace_claims_due on workspace_claims (expires_at) where status = 'pending';
create index workspace_claims_unseen on workspace_claims (created_at) where status is distinct from flow_status;
create index workspace_claims_created on workspace_claims (created_at);

-- Whoever made a session has a browser: workspaces that they own are claimed by that, and work again. A trigger, because there are several ways in.
create function note_first_browser() returns trigger language plpgsql as $$
begin
  update users set browser_since = new.created_at where id = new.user_id and browser_since is null;
  if not found then return null; end if;
  with theirs as (
    delete from unclaimed_workspaces u using memberships m
    where m.workspace_id = u.workspace_id and m.user_id = new.user_id and m.role = 'owner'
    returning u.workspace_id, u.inactive_at
  ), withdrawn as (
    update workspace_claims c set status = 'withdrawn', ended_at = clock_timestamp()
    from theirs where c.workspace_id = theirs.workspace_id and c.status = 'pending'
  )
  update workspaces w set subscription_status = 'active' from theirs
  where w.id = theirs.workspace_id and theirs.inactive_at is not null and w.subscription_status = 'inactive'
    and not exists (select from subscriptions s where s.workspace_id = w.id);
  return null;
end $$;
create trigger sessions_first_browser after insert on sessions for each row execute function note_first_browser();
