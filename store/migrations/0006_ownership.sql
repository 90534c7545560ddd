-- Workspaces that an agent made, and the requests by which people become their owners.

-- A workspace whose owner never signed in with a browser. Deleted when an owner does, or a person becomes the owner. Its flow is
-- unclaimed/<workspace>.
create table unclaimed_workspaces (
  workspace_id uuid primary key references workspaces on delete cascade,
  since timestamptz not null default clock_timestamp(),
  -- The mails to the owner on day 23 and day 29.
  first_mailed_at timestamptz,
  last_mailed_at timestamptz,
  -- The workspace takes no bookings from then on.
  inactive_at timestamptz,
  -- The time of the flow's next check.
  next_look_at timestamptz not null
);
create index unclaimed_workspaces_due on unclaimed_workspaces (next_look_at) where inactive_at is null;

-- A request to a person to become the owner of a workspace that an agent made. Its flow is workspace-claim/<id>.
create table workspace_claims (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  prospect_email citext not null,
  -- The folded address, for the caps of mails.
  prospect_inbox citext not null,
  agent_name text,
  -- The owner, and the key with which they asked. The request ends with the key.
  requested_by_user_id uuid references users on delete set null,
  api_key_id uuid references api_keys on delete set null,
  client_ip text not null,
  client_networks text[] not null,
  -- withdrawn: the key ended, or a person owns the workspace already.
  status text not null check (status in ('pending', 'accepted', 'refused', 'expired', 'withdrawn', 'undeliverable')),
  expires_at timestamptz not null,
  mailed_at timestamptz,
  decided_by_user_id uuid references users on delete set null,
  ended_at timestamptz,
  -- The status that the flow saw last; null: the flow has not started.
  flow_status text,
  -- Whether the agent keeps a seat; null: not accepted.
  keeps_agent boolean,
  -- What ended with the change of ownership and what stays: {"ended": {"webhooks": {"count": 1, "names": ["hooks.example"]}}, "kept":
  -- {…}}; null: not accepted.
  outcome jsonb,
  created_at timestamptz not null
);
create unique index workspace_claims_pending on workspace_claims (workspace_id, prospect_inbox) where status = 'pending';
create index workspace_claims_workspace on workspace_claims (workspace_id, created_at);
create index workspace_claims_inbox on workspace_claims (prospect_inbox, created_at);
create index workspace_claims_networks on workspace_claims using gin (client_networks);
create index workspace_claims_key on workspace_claims (api_key_id) where status = 'pending';
create index workspace_claims_due on workspace_claims (expires_at) where status = 'pending';
create index workspace_claims_unseen on workspace_claims (created_at) where status is distinct from flow_status;
create index workspace_claims_created on workspace_claims (created_at);
create index workspace_claims_of_key on workspace_claims (api_key_id) where api_key_id is not null;

-- A session means that the person has a browser: workspaces that they own are claimed and work again. A trigger, because there are
-- several ways in.
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
