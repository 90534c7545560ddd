-- Codes that guests confirm a booking with, and the time blocks that bookings and holds take.

-- A guest's code for a booking. Its id becomes the booking's id and names the flow booking/<id>.
create table challenges (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  guest_email citext not null,
  receiving_email citext not null,
  agent_email citext,
  guest_name text,
  status text not null check (status in ('open', 'consumed', 'expired', 'burned', 'undeliverable')),
  verification_required boolean not null,
  -- Codes are derived from id and issue_no, and stored nowhere. A new issue invalidates the previous code.
  issue_no integer not null check (issue_no >= 1),
  issued_at timestamptz not null,
  accepted_at timestamptz,
  expires_at timestamptz not null,
  wrong_guesses integer not null default 0,
  client_network text not null,
  source text not null check (source in ('web', 'public_api', 'public_mcp')),
  start_at timestamptz,
  guest_timezone text,
  -- Set once consumed: the booking that the code made, or that existed already.
  booking_id uuid,
  -- The language of the guest's pages and mails, in two letters.
  language text not null default 'en',
  -- The guest's mail domain, or the folded inbox at a mail provider; null: unknown.
  mail_domain text,
  -- The region of the page, such as US, for dates in mails to guests; null: unknown.
  region text,
  created_at timestamptz not null default now()
);
create unique index challenges_one_open on challenges (event_type_id, guest_email, receiving_email) where status = 'open';
create index challenges_latest on challenges (event_type_id, guest_email, receiving_email, created_at desc);
create index challenges_inbox on challenges (receiving_email) where status = 'open';
create index challenges_due on challenges (expires_at) where status = 'open';
create index challenges_created on challenges (created_at);

-- Mailed codes, for the caps over all event types.
create table code_issues (
  challenge_id uuid not null references challenges on delete cascade,
  issue_no integer not null,
  guest_email citext not null,
  receiving_email citext not null,
  -- For the caps per workspace, and within it per network.
  workspace_id uuid,
  client_network text,
  -- The folded inbox, for the caps of mails. The table keeps two days.
  receiving_folded text,
  created_at timestamptz not null,
  primary key (challenge_id, issue_no)
);
create index code_issues_guest on code_issues (guest_email, created_at);
create index code_issues_inbox on code_issues (receiving_email, created_at);
create index code_issues_workspace on code_issues (workspace_id, created_at);
create index code_issues_folded on code_issues (receiving_folded, created_at);

create table code_guesses (
  challenge_id uuid not null references challenges on delete cascade,
  issue_no integer not null,
  client_network text not null,
  wrong integer not null,
  primary key (challenge_id, issue_no, client_network)
);

-- Wrong codes for guests without an open code. They are answered like guesses at a new code, so that answers do not show who asked
-- for one.
create table stray_guesses (
  -- sha256 of event type, guest and inbox.
  owner_hash bytea not null,
  client_network text not null,
  wrong integer not null,
  since timestamptz not null,
  primary key (owner_hash, client_network)
);
create index stray_guesses_since on stray_guesses (since);

-- Whole booking requests that came by GET. Each has its own confirmUrl, so that another person's request for the same guest replaces
-- none.
create table confirm_requests (
  token_hash bytea primary key,
  challenge_id uuid not null references challenges on delete cascade,
  client_network text not null,
  request jsonb not null,
  created_at timestamptz not null
);
create index confirm_requests_challenge on confirm_requests (challenge_id, client_network);

-- The booking guarantee: rows exist while they block time, and two rows of one host cannot overlap. A hold is firm until firm_until;
-- then it yields to any other right code.
create table claims (
  host_id uuid not null references users,
  booking_id uuid not null,
  kind text not null check (kind in ('hold', 'booking')),
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not
      upper_inf(period)),
  before_ms integer not null check (before_ms >= 0),
  after_ms integer not null check (after_ms >= 0),
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  firm_until timestamptz,
  primary key (booking_id, host_id),
  constraint claims_hold_is_firm_until check ((kind = 'hold') = (firm_until is not null)),
  constraint claims_one_meeting_at_a_time exclude using gist (host_id with =, period with &&)
);
create index claims_past on claims (upper(period));
create index claims_event_type on claims (event_type_id);
create trigger claims_version after insert or update on claims for each row execute function count_busy_version();
-- Deleting old rows changes nothing that anyone reads, and locks no host.
create trigger claims_freed after delete on claims
  for each row when (upper(old.period) > now() - interval '40 days')
  execute function count_busy_version();
