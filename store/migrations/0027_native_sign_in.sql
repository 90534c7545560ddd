-- Six-digit codes that are mailed for other things than a booking. The code is derived from id and issue; it is stored nowhere.
create table mailed_codes (
  id uuid primary key,
  -- Codes of one purpose are good for nothing else.
  purpose text not null check (purpose in ('native_sign_in', 'agent_identity')),
  email citext not null,
  -- Who asks: the network of a client that signs in, or the id of an agent's principal. One open code for each address and asker.
  asker text not null,
  -- What the asker says of itself, such as its name.
  about jsonb not null,
  client_ip text not null,
  status text not null check (status in ('open', 'used', 'expired', 'withdrawn', 'undeliverable')),
  issue_no integer not null,
  -- Of the present issue, counted before anybody compares.
  guesses integer not null default 0,
  created_at timestamptz not null,
  issued_at timestamptz not null,
  -- The mail of the present issue has left; null: not yet.
  accepted_at timestamptz,
  expires_at timestamptz not null
);
create unique index mailed_codes_open on mailed_codes (purpose, email, asker) where status = 'open';
create index mailed_codes_created on mailed_codes (created_at);
create index mailed_codes_unmailed on mailed_codes (issued_at) where status = 'open' and accepted_at is null;

-- Every mail with a code, for the caps of its inbox and of the network that asked.
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

-- Tries of one client at one issue.
create table mailed_code_guesses (
  code_id uuid not null references mailed_codes on delete cascade,
  issue_no integer not null,
  client_network text not null,
  guesses integer not null,
  primary key (code_id, issue_no, client_network)
);

-- A sign-in of an agent's inbox that owns no workspace: its human operator decides. The row's id names its flow: claim/<id>.
create table native_claims (
  id uuid primary key,
  -- sha256 of the agent's token, and of the token in the operator's mail.
  poll_token_hash bytea not null unique,
  link_token_hash bytea not null unique,
  agent_email citext not null,
  operator_email citext not null,
  -- The operator's folded address, for the caps of mails.
  operator_inbox citext not null,
  agent_name text,
  client_name text,
  client_ip text not null,
  client_networks text[] not null,
  -- accepted: the agent has not fetched its key yet, and its seat is kept for it. claimed: it has.
  status text not null check (status in ('pending', 'accepted', 'claimed', 'refused', 'expired', 'undeliverable')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  decided_by_user_id uuid references users on delete set null,
  decided_at timestamptz,
  workspace_id uuid references workspaces on delete set null,
  api_key_id uuid references api_keys on delete set null,
  -- The status that its flow saw last; null: the flow never looked.
  flow_status text
);
create index native_claims_created on native_claims (created_at);
create index native_claims_due on native_claims (expires_at) where status in ('pending', 'accepted');
create index native_claims_unseen on native_claims (created_at) where status is distinct from flow_status;
create index native_claims_inbox on native_claims (operator_inbox, created_at);
create index native_claims_networks on native_claims using gin (client_networks);
create index native_claims_seats on native_claims (workspace_id, expires_at) where status = 'accepted';

-- Whoever waits for a decision is woken: the payload is the row's id, nothing else.
create function tell_native_claim() returns trigger language plpgsql as $$
begin
  perform pg_notify('native_claims', new.id::text);
  return null;
end $$;
create trigger native_claims_told after update of status on native_claims
  for each row when (old.status is distinct from new.status) execute function tell_native_claim();
